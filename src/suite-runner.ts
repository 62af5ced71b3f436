/** Runs the contract suite for the control API: the server and the suite know nothing of each other. */
import type { ConformanceEvent } from './conformance/events.js';
import { packageFile } from './contract/package-root.js';
import type { SpecOptions } from './contract/specs/load-specs.js';
import type { RunSuite, SuiteNews, SuiteOrder } from './control/verify-runs/run-suite.js';
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
    let [text, failed] = ['', 0];
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
      if (event.type === 'case' && event.verdict === 'FAIL') failed += 1;
      const news = newsOf(event, failed);
      if (news) yield news;
    }
    yield { type: 'report', report: JSON.parse(text) as unknown };
  };
}

function newsOf(event: ConformanceEvent, failed: number): SuiteNews | undefined {
  if (event.type === 'plan') return { type: 'progress', done: 0, total: event.cases.length, failed };
  if (event.type === 'case') return { type: 'progress', done: event.done, total: event.total, failed };
  if (event.type !== 'failure') return undefined;
  const { rule, verdict, operation } = event.failure;
  return { type: 'finding', finding: { rule: rule.id, title: rule.title, verdict, operation } };
}
