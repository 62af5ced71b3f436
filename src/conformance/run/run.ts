import type { Case } from '../case.js';
import type { AnsweredExchange, Exchange } from '../exchange.js';
import type { ConformanceEvent, Failure, SummaryEvent } from '../events.js';
import { Judging } from '../judging.js';
import { binds } from '../level.js';
import type { Level, Verdict } from '../level.js';
import { printableLine } from '../printable.js';
import type { Planner } from '../planner.js';
import type { Conclusion, LoadedRule, Session } from '../rule.js';
import { isSkip } from '../rule.js';
import { Redactor } from '../target/redact.js';
import { TargetClient } from '../target/target-client.js';
import { Examiner } from './examiner.js';
import { noticesOf } from './expected-failures.js';
import { answered, judgeSafely } from './judge.js';
import { defaults } from './options.js';
import type { VerifyOptions } from './options.js';
import { Pacing } from './pacing.js';
import { caseOf } from './plan.js';
import type { Plan } from './plan.js';
import { cannotJudge } from './preflight.js';
import { Scoreboard, infoOf } from './scoreboard.js';
import { Sender } from './sender.js';
import { Showing } from './show.js';

/** Bytes of answers that are kept for rules which look at several. */
const keptBytes = 64 * 1024 * 1024;

/** One run against one target: it sends the plan, lets the rules judge, repeats and shrinks what fails, and tells. */
export class Run {
  private readonly now: () => number;
  private readonly started: number;
  private readonly client: TargetClient;
  private readonly redactor: Redactor;
  private readonly showing: Showing;
  private readonly pacing: Pacing;
  private readonly sender: Sender;
  private readonly judging: Judging;
  private readonly board: Scoreboard;
  private readonly exchanges: AnsweredExchange[] = [];
  private readonly level: Level;
  private readonly examiner: Examiner;
  private keptSize = 0;
  private stopped = false;
  private done = 0;
  private notSent = 0;
  private refusals = 0;

  constructor(
    private readonly baseUrl: URL,
    private readonly options: VerifyOptions,
    private readonly planner: Planner,
    private readonly plan: Plan,
    private readonly emit: (event: ConformanceEvent) => void,
  ) {
    this.now = options.now ?? Date.now;
    this.started = this.now();
    this.level = options.level ?? defaults.level;
    const concurrency = options.concurrency ?? defaults.concurrency;
    const timeoutMs = options.timeoutMs ?? defaults.timeoutMs;
    this.client = new TargetClient({ baseUrl, concurrency, timeoutMs, headers: options.headers ?? {} });
    this.redactor = new Redactor([planner.keys.valid, planner.keys.expired, planner.keys.limited]);
    this.showing = new Showing(this.client, this.redactor, planner.stated);
    const endsAt = this.started + (options.maxTimeSeconds ?? defaults.maxTimeSeconds) * 1000;
    this.pacing = new Pacing(this.now, endsAt, options.rate);
    this.sender = new Sender(this.client, this.pacing, (exchange) => this.takeRefusal(exchange));
    this.judging = new Judging(planner.stated, this.now);
    this.board = new Scoreboard(this.level);
    const expected = options.expectedFailures ?? [];
    this.examiner = new Examiner(this.sender, this.showing, this.judging, planner, {
      level: this.level,
      expected,
      now: this.now,
    });
  }

  async start(): Promise<void> {
    try {
      this.emitPlan();
      if (this.options.planOnly === true) return;
      const impossible = await this.preflight();
      if (impossible !== undefined) {
        await this.giveUp(impossible);
        return;
      }
      await this.sendAll();
      this.conclude();
      await this.probe();
      this.summarize(await this.tellFailures());
    } finally {
      this.client.close();
    }
  }

  /** Sends nothing more. */
  stop(): void {
    this.stopped = true;
  }

  private emitPlan(): void {
    this.emit({
      type: 'plan',
      target: this.redactor.text(this.baseUrl.href.replace(/\/\/[^/@]*@/, '//')),
      document: this.planner.stated.contract.file,
      seed: this.planner.seed,
      level: this.level,
      rules: this.plan.rules.map(infoOf),
      cases: this.plan.cases.map((item) => this.showing.case(item)),
      cut: this.plan.cut,
    });
  }

  private async preflight(): Promise<string | undefined> {
    const { contract } = this.planner.stated;
    const stated = contract.operations.filter(
      (operation) => this.planner.stated.levelOf(operation) === 'MUST',
    );
    const operations = (stated.length > 0 ? stated : contract.operations).slice(0, 5);
    const exchanges = await Promise.all(
      operations.map(async (operation, index): Promise<Exchange> => {
        const draft = {
          detail: String(index),
          title: 'a valid request',
          operation,
          request: this.planner.request(operation),
          accept: [],
        };
        const rule = { ...preflightRule, id: 'preflight' };
        const item = caseOf(rule, draft, this.planner);
        const sent = await this.sender.send(item);
        if (!('kind' in sent)) {
          this.judgeAll(sent);
          return sent;
        }
        // A target that never stops answering 429 is known by its last word.
        return await this.sender.sendUnpaced(item);
      }),
    );
    return cannotJudge(
      exchanges,
      this.planner,
      this.redactor.text(this.baseUrl.origin + this.baseUrl.pathname),
    );
  }

  /** A target that only ever refuses with 429 is still judged by how it does. */
  private async giveUp(reason: string): Promise<void> {
    this.stopped = true;
    const broken = [...this.board.groups.values()].some((group) => binds(group.level, this.level));
    if (this.refusals > 0 && broken) this.summarize(await this.tellFailures());
    else this.summarize([], reason);
  }

  private async sendAll(): Promise<void> {
    const queue = [...this.plan.cases];
    const worker = async (): Promise<void> => {
      for (let item = queue.shift(); item !== undefined && !this.stopped; item = queue.shift())
        await this.runCase(item);
    };
    const workers = Math.max(1, this.options.concurrency ?? defaults.concurrency);
    await Promise.all(Array.from({ length: workers }, worker));
  }

  private async runCase(item: Case): Promise<void> {
    const sent = await this.sender.send(item);
    if ('kind' in sent) {
      this.notSent += 1;
      this.board.note(item.ruleId, sent.reason);
      this.tellCase(item, null, 'SKIP', [], sent.reason);
      return;
    }
    const { verdict, broken } = this.judgeAll(sent);
    const reason = sent.outcome.kind === 'answer' ? null : printableLine(sent.outcome.reason);
    this.tellCase(item, sent, verdict, broken, reason);
  }

  /** Lets every rule judge an exchange. */
  private judgeAll(exchange: Exchange): { verdict: Verdict; broken: string[] } {
    const answer = answered(exchange);
    if (answer) this.keep(answer);
    const verdicts = new Map<string, Verdict>();
    for (const rule of this.plan.rules) {
      const judged = judgeSafely(rule, exchange, answer, this.judging, (reason) =>
        this.board.note(rule.id, reason),
      );
      if (judged) verdicts.set(rule.id, this.board.add(rule, exchange, judged));
    }
    const all = [...verdicts.values()];
    const worst = (['FAIL', 'WARN', 'PASS'] as const).find((verdict) => all.includes(verdict));
    const broken = [...verdicts]
      .filter(([, verdict]) => verdict === 'FAIL' || verdict === 'WARN')
      .map(([id]) => id);
    return { verdict: worst ?? 'NOT_APPLICABLE', broken };
  }

  private keep(answer: AnsweredExchange): void {
    this.keptSize += answer.outcome.body.length;
    if (this.keptSize <= keptBytes) this.exchanges.push(answer);
  }

  /** A 429 is no failure by itself, and an answer like any other; the first ones say all. */
  private takeRefusal(exchange: Exchange): void {
    this.refusals += 1;
    if (this.pacing.isRefusedForGood) this.judging.refusedForGood ??= answered(exchange);
    if (this.refusals > 10) return;
    const refused: Case = {
      ...exchange.case,
      id: `${exchange.case.id}#429`,
      ruleId: '',
      accept: [429],
      problems: [],
    };
    this.judgeAll({ ...exchange, case: refused });
  }

  private conclude(): void {
    for (const rule of this.plan.rules) {
      const conclusions = rule.conclude?.(this.exchanges, this.judging) ?? [];
      for (const { exchange, breach } of conclusions) this.takeConclusion(rule, exchange, breach);
    }
  }

  private takeConclusion(rule: LoadedRule, exchange: AnsweredExchange, breach: Conclusion['breach']): void {
    const breaches = breach === 'kept' ? [] : [{ ...breach, level: breach.level ?? rule.level }];
    this.board.add(rule, exchange, { breaches }, true);
  }

  private async probe(): Promise<void> {
    for (const rule of this.plan.rules) {
      if (!rule.probe || this.stopped || this.options.rerun !== undefined) continue;
      const conclusions = await rule.probe(this.session(rule));
      if (isSkip(conclusions)) this.board.note(rule.id, conclusions.skip);
      else for (const { exchange, breach } of conclusions) this.takeConclusion(rule, exchange, breach);
    }
  }

  private session(rule: LoadedRule): Session {
    return {
      planner: this.planner,
      judging: this.judging,
      exchanges: this.exchanges,
      probeRateLimit: this.options.probeRateLimit ?? defaults.probeRateLimit,
      send: async (draft) => {
        const exchange = await this.sender.sendUnpaced(caseOf(rule, draft, this.planner));
        this.judgeAll(exchange);
        return exchange;
      },
      answered,
      wait: (ms) => this.pacing.wait(ms),
    };
  }

  private async tellFailures(): Promise<Failure[]> {
    const failures: Failure[] = [];
    for (const group of this.board.groups.values()) {
      const failure = await this.examiner.examine(group, !this.stopped);
      failures.push(failure);
      this.emit({ type: 'failure', failure });
    }
    return failures;
  }

  private tellCase(
    item: Case,
    exchange: Exchange | null,
    verdict: Verdict,
    broken: readonly string[],
    reason: string | null,
  ): void {
    this.done += 1;
    this.board.count(item.operation?.id ?? null, verdict);
    const answer = exchange?.outcome.kind === 'answer' ? exchange.outcome : undefined;
    this.emit({
      type: 'case',
      id: item.id,
      title: item.title,
      operation: item.operation?.id ?? null,
      status: answer?.status ?? null,
      milliseconds: answer ? Math.round(answer.elapsedMs) : null,
      verdict,
      broken,
      reason,
      done: this.done,
      total: this.plan.cases.length,
    });
  }

  private summarize(failures: readonly Failure[], couldNotJudge: string | null = null): void {
    const counted = failures.filter(
      (failure) => failure.verdict === 'FAIL' && failure.expectedFailure === null,
    );
    const rules = this.board.results(this.plan);
    const outcome = outcomeOf(counted.length, couldNotJudge);
    this.emit({
      type: 'summary',
      ...outcome,
      couldNotJudge,
      rules,
      operations: this.board.operations(this.planner.stated.contract.operations.map(({ id }) => id)),
      failures: counted.length,
      warnings: failures.filter((failure) => failure.verdict === 'WARN').length,
      expectedFailures: failures.filter((failure) => failure.expectedFailure !== null).length,
      notices: noticesOf(this.options.expectedFailures ?? [], failures, rules, this.now()),
      cases: this.done - this.notSent,
      notSent: this.plan.cases.length - this.done + this.notSent,
      requests: this.client.sent,
      seconds: Math.round(this.now() - this.started) / 1000,
    });
  }
}

function outcomeOf(
  failures: number,
  couldNotJudge: string | null,
): Pick<SummaryEvent, 'exitCode' | 'verdict'> {
  if (couldNotJudge !== null) return { exitCode: 3, verdict: 'could not be judged' };
  return failures > 0 ? { exitCode: 1, verdict: 'does not conform' } : { exitCode: 0, verdict: 'conforms' };
}

const preflightRule = {
  topic: '',
  title: '',
  level: 'MUST',
  section: '',
  sentence: '',
  expected: [],
  scope: 'any',
} as const;
