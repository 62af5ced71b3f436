import type { Case } from '../cases/case.js';
import { withOwnKey } from '../cases/new-request.js';
import { Discovery } from '../cases/things/discovery.js';
import { ExistingThings } from '../cases/things/existing-things.js';
import { requestHeader, withHeaders, type RequestParts } from '../cases/request.js';
import type { Planner } from '../cases/planner.js';
import type { Redactor } from '../../secrets/redactor.js';
import type { ConformanceEvent, Failure } from '../events.js';
import { joined, type Cause } from '../evidence/causes.js';
import { KeyVariables } from '../evidence/key-variables.js';
import { EvidenceBudget } from '../evidence/evidence-budget.js';
import { asFirstSeen, Evidence, type Reproduction } from '../evidence/evidence.js';
import { FailureReproducer } from '../evidence/failure-reproducer.js';
import { redactEvent } from '../evidence/redact-event.js';
import { runRedactor, secretHeaders } from '../evidence/run-redactor.js';
import { CheckContext } from '../rules/check-context.js';
import { skipReason } from '../rules/rule-info.js';
import { completed, header, isServed, isTimeOut, statusOf } from '../target/exchange.js';
import type { CompletedExchange, Exchange } from '../target/exchange.js';
import { Pacing } from '../target/pacing.js';
import { Sender } from '../target/sender.js';
import { fixedLookup } from '../target/wire/fixed-lookup.js';
import { curlTlsOptions, targetTls } from '../../tls/target-tls.js';
import { TargetClient } from '../target/target-client.js';
import { ConcludingExchanges } from './concluding-exchanges.js';
import { Controls } from './verdict/controls.js';
import { EventEmitter } from './event-emitter.js';
import { indexOfEntry, markExpected, type ReportedFailure } from './expected-failures.js';
import type { RunNote, RunOptions } from './options.js';
import { defaultBudget, withheldSkip, type Plan } from './plan.js';
import { RunTime } from './planning/run-time.js';
import { maxAtOnce, removes, sendInOrder } from './planning/side-by-side.js';
import { preflightCases, whyNotJudged, whySameAnswer } from './preflight.js';
import { Probes } from './probes.js';
import { Results } from './results.js';
import { RuleEvaluator } from './rule-evaluator.js';
import {
  credentialCases,
  knowsKey,
  refusesForItsForm,
  validCases,
  type FirstContact,
} from './verdict/first-contact.js';
import { ServedOperations } from './verdict/served-operations.js';
import { TimeOuts } from './verdict/time-outs.js';

const outOfTime = 'the run ran out of time';

/** One run against one target: sends the plan, evaluates the rules, repeats and shrinks what fails, and emits events. */
export class Run {
  private readonly startedAt: number;
  private readonly client: TargetClient;
  private readonly redactor: Redactor;
  private readonly pacing: Pacing;
  private readonly time: RunTime;
  private readonly sender: Sender;
  private readonly things: ExistingThings;
  private readonly served: ServedOperations;
  private readonly context: CheckContext;
  private readonly results: Results;
  private readonly evaluator: RuleEvaluator;
  private readonly controls: Controls;
  private readonly evidence: Evidence;
  private readonly events: EventEmitter;
  private readonly reproducer: FailureReproducer;
  private stopped: string | undefined;
  private firstContact: string | undefined;
  private readonly timeOuts = new TimeOuts();
  private readonly probes: Probes;
  private isRateLimited = false;
  private overLimit: Promise<void> | undefined;

  constructor(
    private readonly baseUrl: URL,
    private readonly options: RunOptions,
    private readonly planner: Planner,
    private readonly plan: Plan,
    /** When the run's time began: its plan is a part of it. */
    beganAt: number,
    emit: (event: ConformanceEvent) => void,
    private readonly note: (note: RunNote) => void = () => undefined,
  ) {
    const { url, contract, now, level, concurrency, timeoutMs, headers, nameOption, addresses } = options;
    this.startedAt = now();
    this.client = new TargetClient({
      baseUrl,
      connections: maxAtOnce(concurrency),
      timeoutMs,
      headers,
      lookup: fixedLookup(addresses),
      tls: targetTls(options, baseUrl),
    });
    this.redactor = runRedactor({ url, contract, headers, keys: planner.given, rules: plan.rules });
    this.pacing = new Pacing(now, beganAt + options.maxTimeSeconds * 1000, options.rate);
    this.time = new RunTime(beganAt, this.pacing, options, () => this.client.abandon(outOfTime));
    this.things = new ExistingThings(planner);
    this.served = new ServedOperations(planner);
    this.sender = new Sender(this.client, this.pacing, (exchange) => this.takeRateLimited(exchange), {
      prepared: (item, request) => this.things.prepared(item, request),
      take: (exchange) => {
        this.things.take(exchange);
        this.served.take(exchange);
      },
      afterRefusal: (exchange) => this.afterRefusal(exchange),
    });
    this.context = new CheckContext(planner.stated, now);
    const variables = new KeyVariables(planner.given, secretHeaders(headers, this.redactor));
    const urlOf = (request: RequestParts): string => this.client.urlOf(request);
    const curlOptions = curlTlsOptions(options, baseUrl);
    this.evidence = new Evidence(urlOf, this.redactor, planner.stated, variables, headers, curlOptions);
    const budget = new EvidenceBudget();
    this.results = new Results(
      level,
      nameOption,
      budget,
      (breach) => this.evidence.shortened(breach),
      (ruleId, operation) => indexOfEntry(options.expectedFailures, ruleId, operation),
      (group) => {
        const failure = this.failureOf({ main: group, others: [], cases: group.cases });
        note({ type: 'found', group: group.number, failure: redactEvent(this.redactor, failure) });
      },
    );
    const concluding = new ConcludingExchanges(plan.rules, budget);
    this.evaluator = new RuleEvaluator(plan, this.context, level, this.results, concluding, note);
    const { context, sender, pacing, evaluator, results } = this;
    this.probes = new Probes(
      { planner, context, sender, pacing, evaluator, results, probeRateLimit: options.probeRateLimit },
      options.budget ?? (planner.stated.own ? Infinity : defaultBudget),
    );
    this.controls = new Controls(this.sender, planner, (exchange) => this.evaluator.evaluate(exchange));
    const emitRedacted = (event: ConformanceEvent) => emit(redactEvent(this.redactor, event));
    this.events = new EventEmitter(emitRedacted, planner, plan, this.evidence);
    this.reproducer = new FailureReproducer(this.sender, this.context, planner, level);
  }

  async start(): Promise<void> {
    const { signal } = this.options;
    const interrupt = (): void => this.stop('the run was interrupted');
    this.time.begin();
    signal?.addEventListener('abort', interrupt);
    if (signal?.aborted) interrupt();
    try {
      const target = this.baseUrl.href.replace(/\/\/[^/@]*@/, '//');
      this.events.plan(target, this.options);
      if (this.options.planOnly) return;
      const [first, others] = [true, false].map((isFirst) =>
        this.plan.cases.filter((item) => (item.first === true) === isFirst),
      ) as [Case[], Case[]];
      const sentFirst = await Promise.all(first.map((item) => this.sender.send(item)));
      const hindrance = await this.preflight();
      if (hindrance !== undefined) {
        await this.giveUp(hindrance);
        return;
      }
      this.skipWithheld();
      await new Discovery(this.planner, this.things).run((item) => this.observed(item));
      const isOver = (): boolean => this.stopped !== undefined;
      const send = (cases: readonly Case[]): Promise<void> =>
        sendInOrder(cases, this.options.concurrency, (item) => this.runCase(item), isOver);
      for (const [index, item] of first.entries()) await this.take(item, sentFirst[index]);
      await send(others.filter((item) => !removes(item)));
      for await (const exchange of this.timeOuts.sentAgain(this.sender, isOver)) await this.judge(exchange);
      await this.overLimit;
      this.evaluator.conclude();
      await this.probes.run(this.plan.rules, isOver);
      await send(others.filter(removes));
      this.summarize(await this.reportFailures());
    } finally {
      this.time.end();
      signal?.removeEventListener('abort', interrupt);
      this.client.close();
    }
  }

  /** Sends nothing more, and gives up what is under way. */
  stop(reason: string): void {
    this.stopped = reason;
    this.pacing.end();
    this.client.abandon(reason);
  }

  /** @returns why the target can't be judged as a whole, if it can't */
  private async preflight(): Promise<FirstContact | undefined> {
    const sent = await Promise.all(
      preflightCases(this.planner).map(async (item) => ({ item, first: await this.sender.send(item) })),
    );
    // The reason is found in a response, also in a 429 that would never end.
    const exchanges = await Promise.all(
      sent.map(async ({ item, first }) => ('kind' in first ? this.sender.sendUnpaced(item) : first)),
    );
    // A busy target gets the same request again as a case.
    const answered = sent.flatMap(({ first }) => ('kind' in first || isTimeOut(first) ? [] : [first]));
    const target = this.baseUrl.origin + this.baseUrl.pathname;
    const reason =
      whyNotJudged(exchanges, this.planner, target, this.options.nameOption) ??
      (await whySameAnswer(exchanges, this.planner, this.sender, target));
    if (reason !== undefined) return { reason, exchanges, answered };
    this.evaluateAll(answered);
    return undefined;
  }

  private evaluateAll(exchanges: readonly Exchange[]): void {
    for (const exchange of exchanges) this.evaluator.evaluate(exchange);
  }

  /** Even a target that answers everything alike, such as with 429, may break rules by the way it does. */
  private async giveUp(contact: FirstContact): Promise<void> {
    const { reason } = contact;
    const failures = (await this.isAtFault(contact)) ? await this.reportFailures() : undefined;
    this.stopped = reason;
    this.firstContact = reason;
    if (failures !== undefined) this.summarize(failures);
    else if (this.evaluator.isBrokenByRateLimit) this.summarize(await this.reportFailures());
    else this.summarize([], reason);
  }

  /** Sends the few cases that tell whether the target is at fault for what it answers to everything. */
  private async isAtFault({ exchanges, answered }: FirstContact): Promise<boolean> {
    if (exchanges.length === 0) return false;
    const served: Exchange[] = [];
    for (const item of credentialCases(this.plan, exchanges)) {
      const sent = await this.sender.send(item);
      if (!('kind' in sent) && isServed(sent)) served.push(sent);
    }
    const isRefusedWrongly = knowsKey(served) || refusesForItsForm(exchanges);
    // Else no rule is broken: what came may be another server's.
    if (served.length > 0 || isRefusedWrongly) this.evaluateAll(answered);
    for (const exchange of served) await this.judge(exchange);
    if (isRefusedWrongly) for (const item of validCases(this.plan)) await this.runCase(item);
    return served.length > 0 || isRefusedWrongly;
  }

  /** Over its rate limit a target may answer other operations otherwise than the one that reached it. */
  private async askOverLimit(): Promise<void> {
    for (const item of preflightCases(this.planner)) {
      const exchange = await this.sender.sendUnpaced(item);
      if (statusOf(exchange) === 429) this.evaluator.evaluateRefusal(exchange, 429);
      else this.evaluator.evaluate(exchange);
    }
  }

  /** Reports requests that may write as skipped, in a run that may not. */
  private skipWithheld(): void {
    const reason = skipReason(withheldSkip(1), this.options.nameOption);
    for (const item of this.plan.withheld) {
      this.results.count(item, 'SKIP');
      this.events.withheldCase(item, reason);
    }
  }

  private async runCase(item: Case): Promise<void> {
    await this.take(item, await this.sender.send(item));
  }

  private async take(item: Case, sent: Awaited<ReturnType<Sender['send']>> | undefined): Promise<void> {
    if (sent === undefined) return;
    if ('kind' in sent) {
      this.results.note(item.ruleId, sent.reason);
      this.results.count(item, 'SKIP');
      this.events.unsentCase(item, sent.reason);
      return;
    }
    if (!this.timeOuts.take(sent)) await this.judge(sent);
  }

  private async judge(exchange: Exchange): Promise<void> {
    const { case: item } = exchange;
    const needsControl = this.evaluator.needsControl(exchange);
    const refusal = needsControl ? await this.controls.whyNotJudged(item) : undefined;
    const result = this.evaluator.evaluate(exchange, refusal);
    this.results.count(item, result.verdict);
    this.events.judgedCase(exchange, result, refusal);
  }

  private takeRateLimited(exchange: Exchange): void {
    this.isRateLimited = true;
    if (this.planner.stated.own) this.overLimit ??= this.askOverLimit();
    this.noteShortWait(completed(exchange));
    this.evaluator.evaluateRateLimited(exchange);
    this.stretch();
    const sentence = this.time.announceWait();
    if (sentence !== undefined) this.events.slowed(sentence);
  }

  /** Lets the rules see the refusal, and returns the request with other texts, other things or the condition that it lacks. */
  private async afterRefusal(exchange: Exchange): Promise<RequestParts | undefined> {
    const { case: item, request } = exchange;
    const status = statusOf(exchange);
    if (status === 412 || status === 428) return this.onCondition(exchange, status);
    const needed = this.things.neededAgain(item);
    const other = this.things.after(exchange) ?? (needed.length > 0 ? request : undefined);
    if (other === undefined) return undefined;
    this.evaluator.evaluateRefusal(exchange, 409);
    const own = this.things.own(await this.make(needed));
    return this.things.prepared(item, withOwnKey(this.planner, item, other), own);
  }

  private async onCondition(exchange: Exchange, status: number): Promise<RequestParts | undefined> {
    const { case: item, request } = exchange;
    // A request that is wrong for its condition is rejected by that status, and would be right with another condition.
    const read = isAboutCondition(item) ? undefined : this.things.reading(exchange);
    if (read === undefined) return undefined;
    this.evaluator.evaluateRefusal(exchange, status);
    const current = await this.sender.sendUnpaced(read);
    this.evaluator.evaluate(current);
    const done = completed(current);
    const etag = done && header(done.response, 'etag');
    if (etag === undefined || etag === requestHeader(request, 'If-Match')) return undefined;
    return withHeaders(withOwnKey(this.planner, item, request), { 'If-Match': etag });
  }

  private async make(needed: readonly Case[]): Promise<Exchange[]> {
    const made: Exchange[] = [];
    for (const item of needed) made.push(await this.observed(item));
    return made;
  }

  private async observed(item: Case): Promise<Exchange> {
    const exchange = await this.sender.sendUnpaced(item);
    this.evaluator.evaluate(exchange);
    return exchange;
  }

  private noteShortWait(exchange: CompletedExchange | undefined): void {
    const { isRateLimitedForGood, shortWaits } = this.pacing;
    const after = isRateLimitedForGood ? 'each of five waits' : shortWaits;
    if (after === undefined || exchange === undefined) return;
    this.context.shortWait ??= { exchange, actual: `status 429 after ${after} that it named` };
  }

  /** Lets the run last as long as the target's quota makes it, and says so. */
  private stretch(): void {
    const stretch = this.time.stretch(this.events.left);
    if (stretch === undefined) return;
    this.events.slowed(stretch.sentence);
    if (stretch.seconds !== undefined) this.note({ type: 'stretched', seconds: stretch.seconds });
  }

  private async reportFailures(): Promise<ReportedFailure[]> {
    const reported: ReportedFailure[] = [];
    const report = (cause: Cause, reproduction: Reproduction): void => {
      const failure = this.failureOf(cause, reproduction);
      this.note({ type: 'reporting', groups: [cause.main, ...cause.others].map(({ number }) => number) });
      this.events.failure(failure);
      // The rest may be released: evidence is kept once, by whoever reads the events.
      const { rule, alsoBroken, operation, verdict, expectedFailure } = failure;
      reported.push({ rule, alsoBroken, operation, verdict, expectedFailure });
    };
    // A failure that does not occur alone has one cause: a thing that requests share, or one that goes wrong now and then.
    const flaky = new Map<number, { cause: Cause; reproduction: Reproduction }>();
    for (const cause of this.results.takeCauses(this.plan)) {
      const reproduction = await this.reproducer.reproduce(cause.main, this.stopped === undefined);
      const known = flaky.get(cause.main.expectation);
      if (!reproduction.flaky || reproduction.verdict === 'WARN') report(cause, reproduction);
      else if (known === undefined) flaky.set(cause.main.expectation, { cause, reproduction });
      else if (known.reproduction.only === null && reproduction.only !== null)
        flaky.set(cause.main.expectation, { cause: joined(cause, known.cause), reproduction });
      else known.cause = joined(known.cause, cause);
    }
    for (const { cause, reproduction } of flaky.values()) report(cause, reproduction);
    return reported;
  }

  private failureOf(cause: Cause, reproduction = asFirstSeen(cause.main, this.options.level)): Failure {
    const failure = this.evidence.failure(cause, reproduction);
    return markExpected(failure, this.options.expectedFailures, this.options.now());
  }

  private summarize(failures: readonly ReportedFailure[], couldNotJudge?: string): void {
    const { startedAt, stopped, firstContact, controls, probes, served, timeOuts, time, isRateLimited } =
      this;
    const end = {
      ...{ failures, couldNotJudge, startedAt, stopped, firstContact, isRateLimited },
      ...{ controls, probes, served, timeOuts, time },
      ...{ written: this.sender.written, requests: this.client.sent },
      endedDuring: this.client.endedDuring,
    };
    this.events.summary(this.results, end, this.options);
  }
}

/** Returns whether a case is wrong on purpose in the header that has the condition. */
function isAboutCondition({ parameter }: Case): boolean {
  return parameter?.value.in === 'header' && /^if-match$/i.test(parameter.value.name);
}
