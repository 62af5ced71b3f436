/**
 * Judges exchanges that others had: what a proxy sees, or what a recording has. Nothing is sent, and nothing is known of the
 * server but what stands in each exchange, so only rules judge that need one exchange of ordinary traffic alone (`inTraffic`).
 *
 * - A request is held against the document. An invalid request is reported, and fails nothing.
 * - A rejection (4xx) of a wrong request is right, by a status that the service has. A success is a finding about the response where the specification states
 *   that the request is wrong, and none where only the document says so (`x-source: {assumed: …}`).
 * - A path or a method that the document doesn't have is reported; its response is not judged.
 *
 * ```ts
 * const judge = createTrafficJudge({ contract, rules: await loadRules(), target: 'https://api.example', failOn: 'MUST' });
 * const { operation, findings } = await judge.judge(exchange);   // for a journal entry, JSON-able
 * for (const event of judge.events({ shortfalls })) report.write(event); // any time, several times
 * ```
 */
import type { Contract } from '../../contract/contract.js';
import { StatedContract } from '../document/stated-contract.js';
import type { ConformanceEvent } from '../events.js';
import type { Level } from '../level.js';
import { CheckContext } from '../rules/check-context.js';
import { evaluateSafely, type CheckResult } from '../rules/evaluate-rule.js';
import type { LoadedRule } from '../rules/rule.js';
import type { Exchange } from '../target/exchange.js';
import { BodyDecoder } from '../target/decode-body.js';
import { requestParts, outcomeOf } from './read-exchange.js';
import { requestValidity } from './request-validity.js';
import { foundIn } from './request-findings.js';
import { trafficCase } from './traffic-case.js';
import { headerIn, type TrafficExchange, type TrafficJudgement } from './traffic-exchange.js';
import { TrafficResults, type ReportedTraffic, type TrafficPart } from './traffic-results.js';
import { TrafficRouter } from './traffic-router.js';
import { trafficRules } from './traffic-rules.js';

export interface TrafficJudgeOptions {
  readonly contract: Contract;
  /** From `loadRules`. */
  readonly rules: readonly LoadedRule[];
  /** The name of the judged target in reports: an address, or a file. Safe to print. */
  readonly target: string;
  /** The address of a request by its path, where that is not behind `target`. */
  readonly addressOf?: ((path: string) => string) | undefined;
  /** Options by which curl connects as the traffic did, by the path of a request; none by default. */
  readonly curlOptionsOf?: ((path: string) => readonly string[]) | undefined;
  /** The weakest level that fails; MUST by default. */
  readonly failOn?: Exclude<Level, 'ASSUMED'> | undefined;
  /** Path prefixes under which the operations are; those of the document's servers by default. `''` is the root. */
  readonly basePaths?: readonly string[] | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

export interface TrafficJudge {
  /**
   * Judges one exchange; never throws for anything that stands in it. Exchanges may be judged side by side.
   *
   * @param tallies that count it too, besides that of everything
   */
  judge(exchange: TrafficExchange, tallies?: readonly TrafficTally[]): Promise<TrafficJudgement>;
  /** Remembers that an operation was called without a response that can be judged whole. @param reason a phrase */
  miss(operation: string | undefined, reason: string): void;
  /** Everything so far as the events of a run, for any report; the last one is the summary with the exit code. */
  events(reported?: ReportedTraffic): Generator<ConformanceEvent>;
  /** A tally of a part of the traffic, such as that of an hour; default: about the same target and operations. */
  newTally(part?: TrafficPart): TrafficTally;
}

/** A tally has events of its own. */
export type TrafficTally = Pick<TrafficResults, 'add' | 'miss' | 'events'>;

/** Nothing is loaded or compiled per exchange; the first exchange of an operation compiles its validators. */
export function createTrafficJudge(options: TrafficJudgeOptions): TrafficJudge {
  const { contract, failOn = 'MUST', now = Date.now } = options;
  const stated = StatedContract.of(contract);
  const rules = trafficRules(options.rules, stated);
  const basePaths = contract.operations.flatMap((operation) => operation.basePaths);
  const prefixes = contract.operations.map(({ prefix }) => prefix);
  const router = new TrafficRouter(stated, options.basePaths ?? basePaths, prefixes);
  const { target, addressOf, curlOptionsOf } = options;
  const newTally = (part: TrafficPart = {}) =>
    new TrafficResults({ ...{ stated, rules, target, addressOf, curlOptionsOf, failOn, now }, ...part });
  const results = newTally();
  /** The time of the exchange that is being judged. */
  let time = 0;
  const context = new CheckContext(stated, () => time);
  const decoder = new BodyDecoder();

  async function judge(
    exchange: TrafficExchange,
    tallies: readonly TrafficTally[] = [],
  ): Promise<TrafficJudgement> {
    const { method, target, headers } = exchange.request;
    const route = router.find(method, target);
    if (route.kind === 'elsewhere') return { ...nothing, kind: 'elsewhere' };
    const isPreflight =
      method === 'OPTIONS' && headers.some(([name]) => /^access-control-request-method$/i.test(name));
    if (isPreflight && route.kind !== 'operation') return { ...nothing, kind: 'preflight' };
    const parts = requestParts(exchange, route.path);
    const outcome = await outcomeOf(exchange, decoder);
    const operation = route.kind === 'operation' ? route.operation : undefined;
    const validity = operation && requestValidity(stated, operation, parts, 'bytes' in exchange.request.body);
    const status = outcome.kind === 'response' ? outcome.status : undefined;
    const { item, applies } = trafficCase({ stated, rules, exchange, parts, route, validity, status });
    const seen: Exchange = { case: item, request: parts, outcome };
    time = timeOf(exchange, now);
    const found = new Map<LoadedRule, CheckResult>();
    if (operation && !('notJudged' in outcome))
      for (const rule of rules) {
        const result = applies(rule) ? evaluateSafely(rule, seen, context) : undefined;
        if (result) found.set(rule, result);
      }
    for (const [rule, result] of foundIn(route, validity, found, item)) found.set(rule, result);
    addEarlier(exchange, found);
    const { body } = exchange.request;
    const notHeld = operation?.requestBody && 'notHeld' in body ? body.notHeld : undefined;
    const known = { notHeld, judged: exchange.judged };
    for (const tally of tallies) tally.add(seen, found, known);
    return { kind: route.kind, ...results.add(seen, found, known) };
  }

  /** Adds the findings of whoever saw the exchange pass, by the rules that find nothing in what is left of it. */
  function addEarlier({ judged }: TrafficExchange, found: Map<LoadedRule, CheckResult>): void {
    for (const { rule: id, level, actual, pointer } of judged?.findings ?? []) {
      const rule = rules.find((one) => one.id === id);
      if (rule === undefined || (found.get(rule)?.breaches ?? []).length > 0) continue;
      found.set(rule, { breaches: [{ level, actual, ...(pointer === null ? {} : { pointer }) }] });
    }
  }

  return {
    judge,
    miss: (operation, reason) => results.miss(operation, reason),
    events: (reported) => results.events(reported),
    newTally,
  };
}

const nothing = { operation: null, findings: [], notJudged: null } as const;

/** The Date of a response is compared with the time of the exchange, and can't be where that is unknown. */
function timeOf({ startedAt, response }: TrafficExchange, now: () => number): number {
  if (startedAt !== 0) return startedAt ?? now();
  const date = 'status' in response ? headerIn(response.headers, 'date') : undefined;
  return Date.parse(date ?? '') || now();
}
