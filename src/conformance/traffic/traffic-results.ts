import { increment, plural } from '../counting.js';
import { Redactor } from '../../secrets/redactor.js';
import type { Operation } from '../../contract/operations.js';
import type { RequestParts } from '../cases/request.js';
import type { StatedContract } from '../document/stated-contract.js';
import { nothingToSend, verdictOf } from '../events.js';
import type { CaseEvent, ConformanceEvent, Failure, SummaryEvent } from '../events.js';
import type { Cause } from '../evidence/causes.js';
import { asFirstSeen, Evidence } from '../evidence/evidence.js';
import { EvidenceBudget } from '../evidence/evidence-budget.js';
import { KeyVariables } from '../evidence/key-variables.js';
import { redactEvent } from '../evidence/redact-event.js';
import { brokenVerdict, type Level, type Verdict } from '../level.js';
import { printableLine, printableName } from '../printable.js';
import type { CheckResult, LeveledBreach } from '../rules/evaluate-rule.js';
import { ruleInfo } from '../rules/rule-info.js';
import type { LoadedRule } from '../rules/rule.js';
import { Results } from '../run/results.js';
import { everJudged } from '../run/verdict/judged-rules.js';
import type { Exchange } from '../target/exchange.js';
import { credentialOf, secretsOf } from './traffic-secrets.js';
import type { TrafficFinding, TrafficJudgement } from './traffic-exchange.js';
import { requestRules } from './traffic-rules.js';

/** Data that the summary adds to the judged exchanges. */
export interface ReportedTraffic {
  /** Why the traffic met too little of the document for a verdict; sentences. */
  readonly shortfalls?: readonly string[];
  /** Further notes, such as how many entries were left out; sentences. */
  readonly notices?: readonly string[];
}

/** The part of the traffic that some results are about. */
export interface TrafficPart {
  readonly target?: string;
  /** Tells whether an operation of the document belongs to it. */
  readonly includes?: (operation: Operation) => boolean;
}

interface Settings extends TrafficPart {
  readonly stated: StatedContract;
  readonly rules: readonly LoadedRule[];
  readonly target: string;
  /** The address of a request by its path; default: behind the target. */
  readonly addressOf?: ((path: string) => string) | undefined;
  /** Options by which curl connects as the traffic did, by the path of a request; default: none. */
  readonly curlOptionsOf?: ((path: string) => readonly string[]) | undefined;
  readonly failOn: Level;
  readonly now: () => number;
}

interface KnownOfExchange {
  readonly notHeld?: string | undefined;
  readonly judged?: Partial<Pick<TrafficJudgement, 'notJudged'>> | undefined;
}

/** Exchanges that reports list one by one. */
const maxListed = 2000;
/** Of a request's body, as much as evidence may show. */
const maxRequestBytes = 12_000;

/** Findings of all exchanges so far: grouped by cause, counted by rule and operation, in bounded memory. */
export class TrafficResults {
  private readonly results: Results;
  private readonly cases: Omit<CaseEvent, 'done' | 'total'>[] = [];
  /** Number of exchanges that could not be judged in full, by the reason. */
  private readonly unjudged = new Map<string, number>();
  /** Operations of which a response was judged whole. */
  private readonly judgedWhole = new Set<string>();
  /** Why none was, of the others that were called; phrases. */
  private readonly missed = new Map<string, string>();
  private readonly startedAt: number;
  private exchanges = 0;
  /** Those that went to an operation of the document. */
  private known = 0;
  /** The parts that evidence is made from, for the exchange that is being added. */
  private evidence: Evidence;

  constructor(private readonly settings: Settings) {
    this.startedAt = settings.now();
    this.evidence = this.evidenceFor();
    this.results = new Results(
      settings.failOn,
      (option) => option,
      new EvidenceBudget(),
      (breach) => this.evidence.shortened(breach),
      () => -1,
      () => undefined,
    );
  }

  /** @param known why the request's body is not known, a phrase, and the judgement of whoever saw the exchange pass */
  add(
    seen: Exchange,
    found: ReadonlyMap<LoadedRule, CheckResult>,
    { notHeld, judged }: KnownOfExchange = {},
  ): Omit<TrafficJudgement, 'kind'> {
    const { case: item, outcome } = seen;
    const operation = item.operation?.id ?? null;
    const results = [...found];
    const response = outcome.kind === 'response' ? outcome : undefined;
    const isBroken = results.some(([, { breaches }]) => breaches.length > 0);
    this.evidence = isBroken ? this.evidenceFor(seen) : this.evidence;
    const kept = isBroken ? withShortBody(seen) : seen;
    const verdicts = results.map(
      ([rule, result]) => [rule.id, this.results.add(rule, kept, result)] as const,
    );
    const unseen = whyNotJudged(seen, results) ?? notHeld ?? null;
    const reason = (judged?.notJudged === undefined ? unseen : judged.notJudged) ?? undefined;
    if (reason !== undefined) increment(this.unjudged, reason);
    const verdict = worstOf(verdicts.map(([, one]) => one));
    this.results.count(item, verdict);
    this.exchanges += 1;
    if (item.operation !== undefined) {
      this.known += 1;
      if (reason === undefined) this.judgedWhole.add(item.operation.id);
      else this.rememberMissed(item.operation.id, reason);
    }
    const broken = verdicts.flatMap(([id, one]) => (one === 'FAIL' || one === 'WARN' ? [id] : []));
    const listed = {
      type: 'case',
      id: item.id,
      title: item.title,
      operation: operation === null ? null : printableName(operation),
      status: response?.status ?? null,
      milliseconds: response ? Math.round(response.elapsedMs) : null,
      verdict,
      broken,
      reason: reason === undefined ? null : printableLine(reason),
    } as const;
    if (this.cases.length < maxListed) this.cases.push(listed);
    const findings = results.flatMap(([rule, { breaches }]) =>
      breaches.map((breach) => this.finding(rule, breach)),
    );
    return { operation, findings, notJudged: reason ?? null };
  }

  /** Counts an exchange that can't be judged. @param operation undefined for none of the document @param reason a phrase */
  miss(operation: string | undefined, reason: string): void {
    increment(this.unjudged, reason);
    if (operation !== undefined) this.rememberMissed(operation, reason);
  }

  /** Remembers that an operation was called without a response that was judged whole. */
  private rememberMissed(operation: string, reason: string): void {
    if (!this.missed.has(operation)) this.missed.set(operation, reason);
  }

  *events({ shortfalls = [], notices = [] }: ReportedTraffic = {}): Generator<ConformanceEvent> {
    const { stated, rules, target, failOn } = this.settings;
    yield {
      type: 'plan',
      target,
      document: printableName(stated.contract.file),
      seed: 0,
      level: failOn,
      rules: rules.map(ruleInfo),
      ...{ ...nothingToSend, exchanges: this.exchanges },
    };
    const total = this.cases.length;
    for (const [index, event] of this.cases.entries()) yield { ...event, done: index + 1, total };
    const failures = this.causes().map((cause) => this.failureOf(cause));
    for (const failure of failures) yield { type: 'failure', failure };
    yield this.summary(failures, shortfalls, notices);
  }

  private finding(rule: LoadedRule, breach: LeveledBreach): TrafficFinding {
    const { actual, pointer = null } = this.evidence.shortened(breach);
    const { level } = breach;
    const about = isAboutRequest(rule) ? 'request' : 'response';
    const verdict = brokenVerdict(level, this.settings.failOn);
    return { about, rule: rule.id, title: rule.title, level, verdict, actual, pointer };
  }

  private causes(): Cause[] {
    const cases = this.cases.map(({ id }) => ({ id, problems: [] }));
    const order = { cases, rules: this.settings.rules.map(({ id }) => id) };
    return this.results.causes(order);
  }

  private failureOf(cause: Cause): Failure {
    const { exchange } = cause.main;
    const seen = asFirstSeen(cause.main, this.settings.failOn);
    const failure = this.evidenceFor(exchange).failure(cause, seen);
    return redactEvent(new Redactor(secretsOf(exchange)), failure);
  }

  private summary(
    failures: readonly Failure[],
    shortfalls: readonly string[],
    notices: readonly string[],
  ): SummaryEvent {
    const { all: leftOut, binding } = this.results.failuresLeftOut;
    const failed = failures.filter(({ verdict }) => verdict === 'FAIL').length + binding;
    const rules = this.results.rules({ rules: this.settings.rules, skips: new Map() });
    const couldNotJudge = failed > 0 ? null : this.whyTooLittle(shortfalls);
    return {
      type: 'summary',
      ...verdictOf(failed, couldNotJudge),
      rules,
      operations: this.results.operations.results(this.operations.map(({ id }) => id)),
      failures: failed,
      warnings: failures.length + leftOut - failed,
      expectedFailures: 0,
      notices: [...(failed > 0 ? shortfalls : []), ...notices, ...this.ownNotices(leftOut)],
      cases: this.exchanges,
      judgedRules: everJudged(rules),
      ...{ narrowedBy: [], written: 0, withheld: 0, notSent: 0, requests: 0, exchanges: this.exchanges },
      seconds: Math.round(this.settings.now() - this.startedAt) / 1000,
    };
  }

  private get operations(): readonly Operation[] {
    const { stated, includes = () => true } = this.settings;
    return stated.contract.operations.filter(includes);
  }

  private whyTooLittle(shortfalls: readonly string[]): string | null {
    const sentences = [...this.whyNotWhole(), ...shortfalls];
    if (this.known + this.missed.size > 0) return sentences.length === 0 ? null : sentences.join(' ');
    return this.exchanges === 0
      ? 'There was no exchange with the service to judge.'
      : `None of the ${this.exchanges} exchanges went to an operation of the document.`;
  }

  /** One sentence where the responses of some operations can't carry a verdict. */
  private whyNotWhole(): string[] {
    const missed = [...this.missed].filter(([operation]) => !this.judgedWhole.has(operation));
    if (missed.length === 0) return [];
    const names = missed.slice(0, 5).map(([operation]) => printableName(operation));
    const more =
      missed.length > names.length ? ` and ${plural(missed.length - names.length, 'more operation')}` : '';
    const reasons = [...new Set(missed.map(([, reason]) => printableLine(reason)))].slice(0, 2);
    return [`No response to ${names.join(', ')}${more} was judged whole: ${reasons.join('; ')}.`];
  }

  private ownNotices(leftOut: number): string[] {
    const more = this.exchanges - this.cases.length;
    return [
      ...[...this.unjudged].map(
        ([reason, count]) =>
          `Not judged in full: ${plural(count, 'exchange')}, because ${printableLine(reason)}.`,
      ),
      ...(more > 0 ? [`${plural(more, 'more exchange')} are judged, and not listed one by one.`] : []),
      ...(leftOut > 0
        ? [`${plural(leftOut, 'more breach', 'es')} are not shown: 16 MiB of evidence are kept.`]
        : []),
    ];
  }

  private evidenceFor(exchange?: Exchange): Evidence {
    const { target, stated, addressOf, curlOptionsOf } = this.settings;
    const base = /^https?:/.test(target) ? target.replace(/\/$/, '') : '';
    const urlOf = ({ path }: RequestParts): string => addressOf?.(path) ?? base + path;
    const redactor = new Redactor(exchange ? secretsOf(exchange) : []);
    const key = exchange && credentialOf(exchange.request);
    const curlOptions = exchange && curlOptionsOf?.(exchange.request.path);
    return new Evidence(urlOf, redactor, stated, new KeyVariables({ valid: key }), {}, curlOptions);
  }
}

function isAboutRequest(rule: LoadedRule): boolean {
  return Object.values<LoadedRule>(requestRules).includes(rule);
}

function whyNotJudged(
  { outcome }: Exchange,
  results: readonly (readonly [LoadedRule, CheckResult])[],
): string | undefined {
  if (outcome.kind === 'no response') return outcome.notJudged === true ? outcome.reason : undefined;
  return outcome.notRead ?? results.find(([, { notChecked }]) => notChecked !== undefined)?.[1].notChecked;
}

function worstOf(verdicts: readonly Verdict[]): Verdict {
  return (
    (['FAIL', 'WARN', 'PASS', 'ERROR'] as const).find((one) => verdicts.includes(one)) ?? 'NOT_APPLICABLE'
  );
}

function withShortBody(exchange: Exchange): Exchange {
  const { request } = exchange;
  if (request.body === undefined || request.body.length <= maxRequestBytes) return exchange;
  // A part of a buffer would keep the whole.
  return {
    ...exchange,
    request: { ...request, body: Buffer.from(request.body.subarray(0, maxRequestBytes)) },
  };
}
