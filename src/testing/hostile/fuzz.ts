import { fc } from '../properties/fast-check.js';
import { Canary } from './canary.js';
import type { HostileCase } from './hostile-case.js';
import { HostileConnection } from './hostile-connection.js';
import { hostilePipeline, hostileRequest } from './hostile-requests.js';
import { hostileStream } from './hostile-streams.js';
import { responseCheck, type ResponseCheck } from './check-response.js';
import type { MockProcess } from './mock-process.js';

export interface FuzzOptions {
  readonly mock: MockProcess;
  /** openapi.yaml, parsed. */
  readonly document: object;
  readonly seed: number;
  /** Requests at least; a pipeline counts as many as it holds. */
  readonly requests: number;
  /** Clients at the same time. Default 4. */
  readonly clients?: number;
}

/** Cases sent before memory is measured, since code that is loaded and compiled at first use is no leak. */
const warmUp = 1500;

/** Sends hostile requests to a mock and reports the result. */
export async function fuzz(options: FuzzOptions) {
  const { mock, seed, requests, clients = 4 } = options;
  const tally = new Tally();
  await runClients(
    { ...options, clients, seed: seed + 1_000_003, requests: Math.min(warmUp, requests) },
    new Tally(),
  );
  await mock.control('POST', 'reset');
  const before = await mock.heap();
  const canary = new Canary(mock.origin);
  const started = performance.now();
  const failure = await runClients({ ...options, clients, requests }, tally);
  const seconds = (performance.now() - started) / 1000;
  const canaryReport = await canary.stop();
  if (mock.running) await mock.control('POST', 'reset');
  const after = mock.running ? await mock.heap() : NaN;
  return {
    ...tally.report(),
    /** The first failure, with the smallest request that causes it; undefined for none. */
    failure,
    canary: canaryReport,
    seconds,
    /** Bytes in use after garbage collection: before, and after with every sandbox reset. */
    heap: [before, after] as const,
  };
}

class Tally {
  requests = 0;
  responses = 0;
  private readonly kinds = new Map<string, number>();
  private readonly statuses = new Map<string, number>();

  note({ kind, requests, shape }: HostileCase, statuses: readonly number[]): void {
    this.requests += shape === 'whole' ? requests.length : 1;
    this.responses += statuses.length;
    this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1);
    for (const status of statuses)
      this.statuses.set(String(status), (this.statuses.get(String(status)) ?? 0) + 1);
  }

  report() {
    const { requests, responses } = this;
    const sorted = (counts: Map<string, number>) => Object.fromEntries([...counts].sort());
    return { requests, responses, byKind: sorted(this.kinds), byStatus: sorted(this.statuses) };
  }
}

/** @returns what failed first */
async function runClients(options: Required<FuzzOptions>, tally: Tally): Promise<string | undefined> {
  const check = responseCheck(options.document);
  const stop = new AbortController();
  const runs = Array.from({ length: options.clients }, (_, client) =>
    runClient(options, client, check, tally, stop),
  );
  return (await Promise.all(runs)).find((failure) => failure !== undefined);
}

async function runClient(
  { mock, seed, requests, clients }: Required<FuzzOptions>,
  client: number,
  check: ResponseCheck,
  tally: Tally,
  stop: AbortController,
): Promise<string | undefined> {
  // One client in four meets the control origin.
  const isControl = client % 4 === 3;
  const port = isControl ? mock.controlPort : mock.port;
  const request = hostileRequest({ controlToken: mock.controlToken }, `127.0.0.1:${port}`);
  const cases = fc.oneof(
    { weight: 14, arbitrary: request },
    { weight: 2, arbitrary: hostilePipeline(request) },
    { weight: 2, arbitrary: hostileStream(request) },
  );
  const connection = new HostileConnection(port);
  let failed = false;
  const property = fc.asyncProperty(cases, async (one) => {
    if (!failed && stop.signal.aborted) return;
    try {
      const responses = await connection.send(one);
      responses.forEach((response, index) => {
        const { responder, head = false } = one.requests[index] ?? {};
        const wrong = check(response, isControl ? 'control' : responder, head);
        if (wrong !== undefined) throw new Error(wrong);
      });
      if (!failed)
        tally.note(
          one,
          responses.map(({ status }) => status),
        );
      if (!mock.running) throw new Error('The mock is gone.');
    } catch (cause) {
      failed = true;
      stop.abort();
      throw cause;
    }
  });
  const details = await fc.check(property, { seed: seed + client, numRuns: Math.ceil(requests / clients) });
  connection.close();
  if (!details.failed || details.counterexample === null) return undefined;
  const [smallest] = details.counterexample;
  const { message } = details.errorInstance as Error;
  return `${message}\n${smallest.kind}, seed ${seed}, client ${client}: ${shown(smallest.bytes)}`;
}

/** Bytes as a JavaScript string; of long ones the middle is left out, the seed gives it again. */
function shown(bytes: string): string {
  if (bytes.length <= 2000) return JSON.stringify(bytes);
  return `${JSON.stringify(bytes.slice(0, 1000))} … ${JSON.stringify(bytes.slice(-1000))}`;
}
