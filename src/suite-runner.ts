/** Runs the contract suite for the control API: the server and the suite know nothing of each other. */
import type { CaseEvent, ConformanceEvent } from './conformance/events.js';
import { levels } from './conformance/level.js';
import { packageFile } from './contract/package-root.js';
import type { SpecOptions } from './contract/specs/load-specs.js';
import type { RunProgress, RunRule, RunSuite, SuiteOrder } from './control/verify-runs/run-suite.js';
import type { ServerOptions } from './server/options.js';

/** The order for the thread. */
export interface SuiteThreadOrder extends SuiteOrder {
  /** The documents to check against; the service's own where it is undefined. */
  readonly documents: SuiteDocuments | undefined;
}

type SuiteDocuments = Pick<SpecOptions, 'specs' | 'overlays' | 'root'>;

/** MiB of heap that a run may use. */
const heapMiB = 256;

/** Makes the runner for the control API of a mock with these options: the suite against the documents that are served. */
export function suiteFor({
  spec,
  specRoot,
  overlays,
}: Pick<ServerOptions, 'spec' | 'specRoot' | 'overlays'>): RunSuite {
  const documents =
    spec === undefined
      ? undefined
      : { specs: [spec].flat(), overlays: [overlays ?? []].flat(), root: specRoot };
  return async function* run(order, signal) {
    // Loaded when it is asked for: a start should not pay for it.
    const { superviseRun } = await import('./conformance/thread/supervise-run.js');
    const { createReport } = await import('./reports/registry.js');
    const report = await createReport('json', { startedAt: new Date().toISOString() });
    let text = '';
    const progress = new SuiteProgress();
    const events = superviseRun({
      program: new URL(`file://${packageFile('dist', 'src', 'suite-thread.js')}`),
      order: { ...order, documents } satisfies SuiteThreadOrder,
      maxTimeSeconds: order.maxTimeSeconds,
      heapMiB,
      target: order.url,
      document: documents?.specs.join(' and ') ?? 'openapi.yaml',
      signal,
    });
    for await (const event of events) {
      text += report.write(event);
      if (progress.takeUp(event)) yield { type: 'progress', ...progress.now() };
    }
    yield { type: 'report', report: JSON.parse(text) as unknown };
  };
}

/** Counts cases by their verdict, and how often each rule is broken. */
class SuiteProgress {
  private counts = { done: 0, total: 0, failed: 0, warned: 0, passed: 0, notJudged: 0 };
  private readonly broken = new Map<string, RunRule>();

  /** @returns whether it changed anything */
  takeUp(event: ConformanceEvent): boolean {
    if (event.type === 'plan') {
      this.counts.total = event.cases.length;
      for (const { id, title, level } of event.rules)
        this.broken.set(id, { rule: id, title, level, cases: 0 });
    } else if (event.type === 'case') this.count(event);
    return event.type === 'plan' || event.type === 'case';
  }

  now(): RunProgress {
    const brokenRules = [...this.broken.values()]
      .filter(({ cases }) => cases > 0)
      .sort((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level) || b.cases - a.cases);
    return { ...this.counts, brokenRules };
  }

  private count({ verdict, broken, done, total }: CaseEvent): void {
    const counted = { FAIL: 'failed', WARN: 'warned', PASS: 'passed' } as const;
    const name = verdict in counted ? counted[verdict as keyof typeof counted] : 'notJudged';
    this.counts = { ...this.counts, done, total, [name]: this.counts[name] + 1 };
    for (const id of broken) {
      const rule = this.broken.get(id);
      if (rule) this.broken.set(id, { ...rule, cases: rule.cases + 1 });
    }
  }
}
