import type { components } from '../../contract/generated/control-api.js';
import type { EventSink } from '../events/event-feed.js';
import { ControlProblem } from '../problem.js';
import type { RunSuite, SuiteNews, SuiteOrder } from './run-suite.js';
import type { ControlContext } from '../control-context.js';
import { done, type ControlHandlers, ok } from '../operation-handlers.js';
import { allowedTarget, isLoopback } from './allowed-target.js';
import { readSandboxKey } from '../../mock/identity/sandbox-key.js';

/** Seconds that a run from the page may last. */
const maxTimeSeconds = 120;

/** The suite, run against a server that somebody names in the page. */
export function prepareVerifyRuns({ verify, signal, worker, state }: ControlContext) {
  const runs = verify && worker === undefined ? new VerifyRuns(verify.suite, signal) : undefined;
  const known = (): VerifyRuns => {
    if (runs) return runs;
    const why = worker === undefined ? 'This mock was started without the suite' : 'Workers run no suite';
    throw new ControlProblem(409, `${why}; run drydock verify in a terminal.`);
  };
  return {
    async startVerifyRun({ body }) {
      const { url, allowWrites = false, ...rest } = body;
      known().assureFree();
      const target = await allowedTarget(url, verify?.allowedHosts ?? []);
      const identity = readSandboxKey(rest.key ?? '', []);
      // An earlier run may have spent the quota of its sandbox; nobody else's is touched.
      if (identity?.kind === 'valid' && isLoopback(target.addresses) && verify?.isOwn(new URL(target.url)))
        await state.quota.reset(identity.sandbox);
      return {
        status: 201,
        json: known().start({ ...rest, ...target, allowWrites, maxTimeSeconds }),
      };
    },

    getVerifyRun({ path }) {
      return ok(known().withReport(path.id));
    },

    streamVerifyRun({ path }) {
      known().find(path.id);
      return {
        status: 200,
        events: (sink) => {
          known().stream(sink, path.id);
        },
      };
    },

    stopVerifyRun({ path }) {
      known().stop(path.id);
      return done;
    },
  } satisfies Partial<ControlHandlers>;
}

/** A run as the page shows it; the keys that it uses are nowhere in it. */
export type VerifyRun = components['schemas']['VerifyRun'];

/** Milliseconds between two events of a run, however fast it goes. */
const rhythm = 100;

/** The runs of the suite that the page started: one at a time, and the last one is kept with its report. */
export class VerifyRuns {
  private run: VerifyRun | undefined;
  private report: unknown = null;
  private stopping = new AbortController();
  private readonly sinks = new Set<EventSink>();
  private timer: NodeJS.Timeout | undefined;

  /** @param signal ends a run when the server stops */
  constructor(
    private readonly suite: RunSuite,
    private readonly signal: AbortSignal,
  ) {}

  /** Begins a run. @throws ControlProblem while another one is under way */
  start(order: SuiteOrder): VerifyRun {
    this.assureFree();
    this.stopping = new AbortController();
    this.report = null;
    const run: VerifyRun = {
      ...{ id: (this.run?.id ?? 0) + 1, target: order.url, state: 'running' },
      ...{ done: 0, total: 0, failed: 0, warned: 0, passed: 0, notJudged: 0, brokenRules: [] },
      error: null,
    };
    this.run = run;
    void this.follow(order);
    return run;
  }

  /** @throws ControlProblem while a run is under way */
  assureFree(): void {
    if (this.run && this.run.state !== 'ended')
      throw new ControlProblem(409, `Run ${this.run.id} is under way; stop it first.`);
  }

  /** @throws ControlProblem for any but the last run */
  find(id: number): VerifyRun {
    if (this.run?.id === id) return this.run;
    throw new ControlProblem(404, `There is no run ${id}; only the last one is kept.`);
  }

  /** A run with its report, which is null until it has ended. */
  withReport(id: number): VerifyRun & { readonly report: unknown } {
    return { ...this.find(id), report: this.report };
  }

  /** Ends a run early; what was judged until then is reported. */
  stop(id: number): void {
    if (this.find(id).state === 'running') this.change({ state: 'stopping' });
    this.stopping.abort();
  }

  /** Writes the run as it is and after each change, until it has ended. */
  stream(sink: EventSink, id: number): void {
    this.find(id);
    this.sinks.add(sink);
    sink.on('close', () => {
      this.sinks.delete(sink);
    });
    this.emit();
  }

  private async follow(order: SuiteOrder): Promise<void> {
    const signal = AbortSignal.any([this.stopping.signal, this.signal]);
    let error: string | null = null;
    try {
      for await (const news of this.suite(order, signal)) this.takeUp(news);
    } catch (thrown) {
      error = thrown instanceof Error ? thrown.message : String(thrown);
    }
    this.change({ state: 'ended', error });
    clearTimeout(this.timer);
    this.timer = undefined;
    this.emit();
  }

  private takeUp(news: SuiteNews): void {
    if (news.type === 'report') this.report = news.report;
    else {
      const { type: _, ...progress } = news;
      this.change(progress);
    }
  }

  private change(part: Partial<VerifyRun>): void {
    if (this.run) this.run = { ...this.run, ...part };
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.emit();
    }, rhythm).unref();
  }

  private emit(): void {
    const { run } = this;
    const text = `event: run\ndata: ${JSON.stringify(run)}\n\n`;
    for (const sink of this.sinks) {
      if (run?.state === 'ended') sink.end(text);
      else sink.write(text);
    }
  }
}
