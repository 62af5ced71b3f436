/** Runs the suite against many servers, in at most as many threads as there are processors. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { codeFile } from '../../src/contract/package-root.js';
import { mayNeverAnswer, type Result } from './check-server.js';
import type { Added } from '../result/added.js';
import type { Server } from './servers.js';

/** The order for a thread. */
export interface Assignment {
  /** Servers on which the suite mostly waits. */
  readonly waiting: readonly string[];
  /** The number of them that a thread runs at once: its share, so that all wait at the same time. */
  readonly waitingAtOnce: number;
  /** Servers that keep the processor busy; a few at a time. */
  readonly busy: readonly string[];
  /** The number taken of each list; shared by all threads, which take the next one from it. */
  readonly taken: Int32Array;
  /** Faults that only the rules that they name are run against. */
  readonly namedRulesOnly: ReadonlySet<string>;
  readonly added: Added | undefined;
}

export interface MatrixOptions {
  /** Faults that only the rules that they name are run against; none by default. */
  readonly namedRulesOnly?: ReadonlySet<string>;
  /** Runs the whole suite against these servers alone, and these rules alone against all others. */
  readonly added?: Added | undefined;
  readonly threads?: number;
}

/** Fewer servers than these are not worth the second of processor time that a thread takes to load and warm up. */
const serversPerThread = 16;

/** Runs the suite against each server; the results are in the order of the servers. */
export async function runMatrix(
  servers: readonly Server[],
  { namedRulesOnly = new Set(), added, threads = threadsFor(servers.length) }: MatrixOptions = {},
): Promise<Map<string, Result>> {
  const ids = (list: readonly Server[]) => list.map(({ variation }) => variation.id);
  const waiting = ids(servers.filter(makesTheSuiteWait));
  const assignment: Assignment = {
    waiting,
    waitingAtOnce: Math.ceil(waiting.length / threads),
    busy: ids(servers.filter((server) => !makesTheSuiteWait(server))),
    taken: new Int32Array(new SharedArrayBuffer(8)),
    namedRulesOnly,
    added,
  };
  const results = new Map<string, Result>();
  await Promise.all(
    Array.from({ length: threads }, () => runThread(assignment, (result) => results.set(result.id, result))),
  );
  const ordered = ids(servers).map((id) => [id, results.get(id)] as const);
  return new Map(ordered.filter((entry): entry is [string, Result] => entry[1] !== undefined));
}

function threadsFor(servers: number): number {
  return Math.min(availableParallelism(), Math.ceil(servers / serversPerThread));
}

/** A 429 names a wait, and a response that never comes is waited for. */
function makesTheSuiteWait(server: Server): boolean {
  return server.variation.settings.quota !== undefined || mayNeverAnswer(server);
}

function runThread(assignment: Assignment, onResult: (result: Result) => void): Promise<void> {
  const thread = new Worker(codeFile('kill-matrix', 'matrix', 'thread.js'), { workerData: assignment });
  return new Promise((resolve, reject) => {
    thread.on('message', onResult);
    thread.once('error', reject);
    thread.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`A thread of the kill matrix ended with exit code ${code}.`)),
    );
  });
}
