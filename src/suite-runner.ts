/** Runs the contract suite for the control API: the server and the suite know nothing of each other. */
import type { ConformanceEvent } from './conformance/events.js';
import { packageFile } from './contract/package-root.js';
import type { RunSuite, SuiteNews, SuiteOrder } from './control/verify-runs/run-suite.js';
import type { ServerOptions } from './server/options.js';

/** What the thread gets. */
export interface SuiteThreadOrder extends SuiteOrder {
  /** The document to check against; the service's own where it is undefined. */
  readonly document: SuiteDocument | undefined;
}

export interface SuiteDocument {
  readonly spec: string;
  readonly specRoot?: string | undefined;
}

/** MiB of heap that a run may use. */
const heapMiB = 256;

/** What the control API runs. @param document the one that is served */
export function suiteRunner(document: SuiteDocument | undefined): RunSuite {
  return async function* run(order, signal) {
    // Loaded when it is asked for: a start should not pay for it.
    const { superviseRun } = await import('./conformance/thread/supervise-run.js');
    const { createReport } = await import('./reports/registry.js');
    const report = await createReport('json', { startedAt: new Date().toISOString() });
    let text = '';
    const events = superviseRun({
      program: new URL(`file://${packageFile('dist', 'src', 'suite-thread.js')}`),
      order: { ...order, document } satisfies SuiteThreadOrder,
      maxTimeSeconds: order.maxTimeSeconds,
      heapMiB,
      target: order.url,
      document: document?.spec ?? 'openapi.yaml',
      signal,
    });
    for await (const event of events) {
      text += report.write(event);
      const news = newsOf(event);
      if (news) yield news;
    }
    yield { type: 'report', report: JSON.parse(text) as unknown };
  };
}

function newsOf(event: ConformanceEvent): SuiteNews | undefined {
  if (event.type === 'plan') return { type: 'progress', done: 0, total: event.cases.length };
  if (event.type === 'case') return { type: 'progress', done: event.done, total: event.total };
  if (event.type !== 'failure') return undefined;
  const { rule, verdict, operation } = event.failure;
  return { type: 'finding', finding: { rule: rule.id, title: rule.title, verdict, operation } };
}

/**
 * What a mock with these options runs; undefined where it serves several documents, or one with overlays: then the page can't
 * say what a server is checked against.
 */
export function suiteFor({
  spec,
  specRoot,
  overlays = [],
}: Pick<ServerOptions, 'spec' | 'specRoot' | 'overlays'>): RunSuite | undefined {
  const [first, ...others] = typeof spec === 'string' ? [spec] : (spec ?? []);
  if (first === undefined) return overlays.length > 0 ? undefined : suiteRunner(undefined);
  if (others.length > 0 || overlays.length > 0 || /^\/[^=]*=/.test(first)) return undefined;
  return suiteRunner({ spec: first, specRoot });
}
