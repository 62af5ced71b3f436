import { getOrMake } from '../../contract/get-or-make.js';
import { BodyDecoder } from '../../conformance/target/decode-body.js';
import { StatedContract } from '../../conformance/document/stated-contract.js';
import { TrafficRouter } from '../../conformance/traffic/traffic-router.js';
import type { Contract } from '../../contract/contract.js';
import type { Operation } from '../../contract/operations.js';
import { decodeExchange } from '../../recordings/decode-exchange.js';
import { isAt, surveyExchanges, type ServiceBase } from '../../recordings/reading/find-base.js';
import type { Change, Locus, Met } from '../change.js';
import type { ComparedChange } from '../find-changes.js';
import { isReachedBy, shownBy, type CoverageFile } from './coverage-files.js';
import { MeetingChange } from './meets.js';
import type { Recording } from './recording.js';
import { exampleOf, notKnown, SeenExchange } from './seen-exchange.js';
import { PaperReplay, type RefusedRequests } from './replay-requests.js';

/** The verdict of recorded traffic on the changes. */
export interface Weighing {
  readonly changes: readonly Change[];
  /** Recorded requests that OLD accepts and NEW refuses. */
  readonly refused: readonly RefusedRequests[];
  /** Exchanges with operations of OLD. */
  readonly exchanges: number;
  /** Exchanges with other addresses. */
  readonly elsewhere: number;
  /** Exchanges whose bodies were not recorded or can't be read, where one would have told whether a change is met. */
  readonly unread: number;
  /** Breaking changes at places that coverage shows as met without saying with which values. */
  readonly reached: number;
  readonly clients: readonly string[];
  /** Names of the files of coverage. */
  readonly coverage: readonly string[];
}

export interface WeighOptions {
  /** The document that clients know. */
  readonly old: Contract;
  readonly now: Contract;
  /** Traffic that clients had, which weighs the changes. */
  readonly recordings: readonly Recording[];
  /** Parts of OLD that clients met, without their exchanges. */
  readonly coverages: readonly CoverageFile[];
  /** The place of the service in the recordings; by default the place where most requests went to operations of OLD. */
  readonly base?: ServiceBase | undefined;
  /** Ends the reading with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Holds each recorded exchange against each breaking change, and each recorded request against NEW. Nothing is sent. */
export async function weighChanges(
  changes: readonly ComparedChange[],
  options: WeighOptions,
): Promise<Weighing> {
  const { old, now, recordings, coverages, signal } = options;
  const tallies = new Tallies(changes);
  const bases = await basesOf(options);
  const basePaths = [...new Set(bases.map(({ path }) => path))];
  const replay = new PaperReplay(old, now, basePaths);
  const router = new TrafficRouter(StatedContract.of(old), basePaths);
  const decoder = new BodyDecoder();
  let [exchanges, elsewhere] = [0, 0];
  const clients = new Set<string>();
  for (const recording of recordings)
    for await (const exchange of recording.read()) {
      signal?.throwIfAborted();
      const { method, target } = exchange.request;
      const route = bases.some((base) => isAt(base, target)) ? router.find(method, target) : undefined;
      if (route?.kind !== 'operation') {
        elsewhere += 1;
        continue;
      }
      exchanges += 1;
      const { sandbox } = exchange.own ?? {};
      const client = sandbox === undefined ? recording.name : `sandbox ${sandbox}`;
      clients.add(client);
      const decoded = await decodeExchange(exchange, decoder);
      const seen = new SeenExchange(decoded, route.operation, route.path, client, recording.name);
      tallies.add(seen);
      replay.add(seen);
    }
  return {
    changes: tallies.changes(coverages),
    refused: replay.groups(),
    exchanges,
    elsewhere,
    unread: tallies.unread,
    coverage: coverages.map(({ name }) => name),
    reached: changes.filter((change) => isReachedBy(coverages, change)).length,
    clients: [...clients].sort(),
  };
}

/** Surveys the recordings: registers their secrets before anything is shown, and finds the service in each of them. */
async function basesOf({ old, recordings, base, signal }: WeighOptions): Promise<ServiceBase[]> {
  const found = new Map<string, ServiceBase>();
  for (const recording of recordings) {
    const survey = await surveyExchanges(recording.read(), old, signal);
    const one = base ?? survey.base;
    if (one) found.set(one.origin + one.path, one);
  }
  return [...found.values()];
}

/** Counts who has met which change. */
class Tallies {
  private readonly byOperation = new Map<string, Map<MeetingChange, Locus[]>>();
  private readonly met = new Map<string, Tally>();
  unread = 0;

  constructor(private readonly all: readonly ComparedChange[]) {
    for (const change of all) {
      if (change.effect === 'harmless') continue;
      const meeting = new MeetingChange(change);
      for (const locus of change.at) {
        const changes = getOrMake(
          this.byOperation,
          keyOf(locus.operation),
          () => new Map<MeetingChange, Locus[]>(),
        );
        getOrMake(changes, meeting, () => []).push(locus);
      }
    }
  }

  add(seen: SeenExchange): void {
    let isUnread = false;
    for (const [change, loci] of this.byOperation.get(keyOf(seen.operation)) ?? []) {
      const answers = loci.map((locus) => [locus, change.meets(locus, seen)] as const);
      const [first] = answers.find(([, answer]) => answer === true) ?? [];
      if (first) this.count(change.change.id, seen, first);
      else isUnread ||= answers.some(([, answer]) => answer === notKnown);
    }
    if (isUnread) this.unread += 1;
  }

  private count(id: string, seen: SeenExchange, locus: Locus): void {
    const tally = getOrMake(this.met, id, () => {
      return { exchanges: 0, clients: new Set(), first: Infinity, example: exampleOf(seen, locus) };
    });
    const { startedAt } = seen.exchange;
    tally.exchanges += 1;
    tally.clients.add(seen.client);
    if (startedAt > 0) tally.first = Math.min(tally.first, startedAt);
  }

  changes(coverages: readonly CoverageFile[]): Change[] {
    return this.all.map(({ found: _found, isOutgoing, ...change }) => {
      const [tally, coverage] = [this.met.get(change.id), shownBy(coverages, change)];
      const isUnknown = isOutgoing && !tally && coverage.length === 0;
      return { ...change, met: change.effect === 'harmless' || isUnknown ? null : metOf(tally, coverage) };
    });
  }
}

interface Tally {
  exchanges: number;
  readonly clients: Set<string>;
  first: number;
  readonly example: string;
}

function metOf(tally: Tally | undefined, coverage: readonly string[]): Met {
  if (!tally) return { exchanges: 0, clients: [], first: null, example: '', coverage };
  const { exchanges, clients, first, example } = tally;
  return {
    exchanges,
    clients: [...clients].sort(),
    first: Number.isFinite(first) ? new Date(first).toISOString() : null,
    example,
    coverage,
  };
}

function keyOf({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method} ${path}`;
}
