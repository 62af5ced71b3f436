import { LRUCache } from 'lru-cache';
import type { LoadedRule } from '../../conformance/rules/rule.js';
import {
  createTrafficJudge,
  type TrafficJudge,
  type TrafficTally,
} from '../../conformance/traffic/traffic-judge.js';
import type { TrafficFinding, TrafficJudgement } from '../../conformance/traffic/traffic-exchange.js';
import type { Contract } from '../../contract/contract.js';
import type { CoverageThresholds } from '../../journal/coverage/coverage-text.js';
import type { FinishedExchange } from '../exchange/outcome.js';
import type { Mock } from '../../mock/mock.js';
import type { Routes } from '../target/routes.js';
import { digestOf, judgedExchange } from './judged-exchange.js';
import { JudgedService } from './judged-service.js';
import { Tally } from './tally.js';
import type { ProxyVerdict } from './verdict.js';

export interface JudgeOptions {
  readonly rules: readonly LoadedRule[];
  /** The weakest level that fails; default MUST. */
  readonly failOn?: 'MUST' | 'SHOULD' | undefined;
  /** The part of the document that clients must have met for a verdict. */
  readonly thresholds?: CoverageThresholds;
  /** Windows have a verdict of their own too. */
  readonly windows?: boolean | undefined;
}

/** A rule that was broken, and how often. */
interface FindingCount extends Pick<TrafficFinding, 'rule' | 'title' | 'level' | 'verdict'> {
  /** Findings: an exchange can have several of one rule. */
  readonly count: number;
  readonly exchanges: number;
}

/** Counts of exchanges. */
export interface PassedCounts {
  readonly passed: number;
  readonly notJudged: number;
  readonly found: readonly FindingCount[];
}

/** A judge that has begun, and what it counts: the first tally of each list is about all services. */
interface Begun {
  readonly judge: TrafficJudge;
  readonly whole: readonly Tally[];
  window: readonly Tally[];
}

/** Judgements that are remembered. */
const maxRemembered = 2000;

/** Holds what passes a proxy against the document and the rules, and says at any time what came of it. */
export class ProxyJudge {
  private begun: Begun | undefined;
  private passed = 0;
  private notJudged = 0;
  /** By the digest of the exchange: clients ask the same again and again. */
  private readonly judged = new LRUCache<string, TrafficJudgement>({ max: maxRemembered });
  /** Findings, by rule and verdict. */
  private readonly found = new Map<string, FindingCount>();
  private readonly services: readonly JudgedService[];

  constructor(
    private readonly options: JudgeOptions,
    routes: Routes,
  ) {
    this.services = routes.all.map((route) => new JudgedService(route, routes));
  }

  /** Counts of everything, exchanges outside of the document included. */
  get counts(): PassedCounts {
    const { passed, notJudged, found } = this;
    return { passed, notJudged, found: [...found.values()] };
  }

  /** Undefined for what is no business of the document, such as another path of the target, and where the client went away. */
  async add(finished: FinishedExchange): Promise<TrafficJudgement | undefined> {
    this.passed += 1;
    if (!this.isOurs(finished)) return undefined;
    if (finished.outcome.isLeft) {
      this.leaveOut(finished, 'the client went away before the end of the response');
      return undefined;
    }
    const tallies = this.talliesOf(finished);
    const exchange = judgedExchange(this.nameOf(finished), finished);
    const digest = digestOf(exchange);
    const known = digest === undefined ? undefined : this.judged.get(digest);
    const judgement = known ?? (await this.beginWith(finished).judge.judge(exchange, ownOf(tallies)));
    if (!known && digest !== undefined) this.judged.set(digest, judgement);
    if (judgement.notJudged !== null) this.notJudged += 1;
    for (const tally of tallies) {
      if (known) tally.repeated += 1;
      if (judgement.notJudged !== null) tally.notJudged += 1;
      else tally.cover(finished);
    }
    this.count(judgement.findings);
    return judgement;
  }

  /** Counts an exchange that nobody looked at. @param reason a phrase */
  skip(finished: FinishedExchange, reason: string): void {
    this.passed += 1;
    this.leaveOut(finished, reason);
  }

  /** Counts a connection that became another protocol's. @param reason as for `skip` */
  leave(finished: FinishedExchange, reason: string): void {
    if (this.isOurs(finished)) this.skip(finished, reason);
    else this.passed += 1;
  }

  /** The verdict about everything until now. @param notices further sentences for its reports */
  verdict(mock: Mock, notices: readonly string[] = []): ProxyVerdict {
    const verdict = this.verdictOf(mock, this.begin(mock).whole, notices);
    // Those outside of the document are in no tally.
    return { ...verdict, notJudged: this.notJudged };
  }

  /** Ends the window with its verdict, and begins another one. @param notices further sentences for its reports */
  endWindow(mock: Mock, notices: readonly string[] = []): ProxyVerdict {
    const begun = this.begin(mock);
    const verdict = this.verdictOf(mock, begun.window, notices);
    begun.window = this.newWindow(begun.judge, mock.contract);
    // An exchange that equals one of an earlier window counts in this one too.
    this.judged.clear();
    return verdict;
  }

  private verdictOf(mock: Mock, tallies: readonly Tally[], notices: readonly string[]): ProxyVerdict {
    const { thresholds = {} } = this.options;
    const services = tallies.flatMap((tally) => {
      if (!tally.service) return [];
      const { prefix, url: target } = tally.service;
      return [{ prefix, target, ...tally.verdict(mock, thresholds, { shortfalls: [], notices: [] }) }];
    });
    const shortfalls = services.flatMap(({ prefix, summary: { couldNotJudge } }) =>
      couldNotJudge === null ? [] : [`${prefix || '/'}: ${couldNotJudge}`],
    );
    const [all] = tallies;
    if (!all) throw new TypeError('Nothing was tallied.');
    return { ...all.verdict(mock, thresholds, { shortfalls, notices }), services };
  }

  private count(findings: readonly TrafficFinding[]): void {
    const seen = new Set<string>();
    for (const { rule, title, level, verdict } of findings) {
      const key = `${verdict} ${rule}`;
      const { count, exchanges } = this.found.get(key) ?? { count: 0, exchanges: 0 };
      const isFirst = !seen.has(key);
      seen.add(key);
      this.found.set(key, {
        ...{ rule, title, level, verdict },
        ...{ count: count + 1, exchanges: exchanges + (isFirst ? 1 : 0) },
      });
    }
  }

  private leaveOut(finished: FinishedExchange, reason: string): void {
    this.notJudged += 1;
    if (!this.isOurs(finished)) return;
    const { match } = finished.exchange;
    for (const tally of this.talliesOf(finished)) {
      tally.notJudged += 1;
      tally.results.miss(match.kind === 'operation' ? match.served.operation.id : undefined, reason);
    }
  }

  /** Its name in reports, with that of its service where there are several. */
  private nameOf({ exchange: { path } }: FinishedExchange): string {
    const service = this.services.length > 1 ? this.serviceOf(path) : undefined;
    return `request ${this.passed}${service ? ` to ${service.prefix || '/'}` : ''}`;
  }

  private serviceOf(path: string): JudgedService | undefined {
    return this.services.find((service) => service.hasPath(path));
  }

  private isOurs({ exchange: { match, path, mock } }: FinishedExchange): boolean {
    return match.kind !== 'unknown-path' || this.serviceOf(path)?.claims(path, mock.contract) === true;
  }

  private talliesOf(finished: FinishedExchange): Tally[] {
    const { whole, window } = this.beginWith(finished);
    return [...whole, ...window].filter((tally) => tally.includes(finished.exchange.path));
  }

  /** Evidence shows requests at the address by which the first one reached its service. */
  private beginWith({ exchange: { mock, path } }: FinishedExchange): Begun {
    this.serviceOf(path)?.meet(path, mock.contract);
    return this.begin(mock);
  }

  private begin({ contract }: Mock): Begun {
    if (this.begun) return this.begun;
    const { rules, failOn } = this.options;
    const [only] = this.services;
    const names = this.services.map(({ prefix, url }) => `${prefix || '/'} ${url}`);
    const judge = createTrafficJudge({
      ...{ contract, rules, failOn },
      target: only && this.services.length === 1 ? only.url : names.join(', '),
      addressOf: (path) => this.serviceOf(path)?.addressOf(path) ?? path,
      curlOptionsOf: (path) => this.serviceOf(path)?.curlOptions ?? [],
      basePaths: [...contract.operations.flatMap((operation) => operation.basePaths), ''],
    });
    const whole = [new Tally(judge), ...this.serviceTallies(judge, contract)];
    const window = this.options.windows ? this.newWindow(judge, contract) : [];
    this.begun = { judge, whole, window };
    return this.begun;
  }

  private newWindow(judge: TrafficJudge, contract: Contract): Tally[] {
    return [new Tally(judge.newTally()), ...this.serviceTallies(judge, contract)];
  }

  /** None where only one service can be judged. */
  private serviceTallies(judge: TrafficJudge, contract: Contract): Tally[] {
    const documented = this.services.filter((service) => service.isDocumented(contract));
    if (documented.length < 2) return [];
    return documented.map((service) => {
      const part = { target: service.url, includes: ({ path }: { path: string }) => service.hasPath(path) };
      return new Tally(judge.newTally(part), service);
    });
  }
}

/** The tallies that the judge does not keep by itself. */
function ownOf(tallies: readonly Tally[]): TrafficTally[] {
  return tallies.flatMap(({ results }) => ('add' in results ? [results] : []));
}
