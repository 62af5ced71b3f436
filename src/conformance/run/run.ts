import type { Case } from '../cases/case.js';
import type { Exchange } from '../target/exchange.js';
import type { ConformanceEvent, Failure } from '../events.js';
import { Judging } from '../rules/check-context.js';
import { printableLine } from '../evidence/printable.js';
import type { Planner } from '../cases/planner.js';
import type { LoadedRule, Session } from '../rules/rule.js';
import { isSkip } from '../rules/rule.js';
import { Redactor } from '../evidence/redactor.js';
import { TargetClient } from '../target/target-client.js';
import { Examiner } from '../evidence/failure-reproducer.js';
import { answered } from '../rules/evaluate-rule.js';
import { Jury } from './rule-evaluator.js';
import { defaults } from './options.js';
import type { VerifyOptions } from './options.js';
import { Pacing } from '../target/pacing.js';
import { caseOf } from './plan.js';
import type { Plan } from './plan.js';
import { cannotJudge, preflightCases } from './preflight.js';
import { Sender } from '../target/sender.js';
import { Showing } from '../evidence/evidence.js';
import { Telling } from './event-emitter.js';

/** One run against one target: it sends the plan, lets the rules judge, repeats and shrinks what fails, and tells. */
export class Run {
  private readonly now: () => number;
  private readonly startedAt: number;
  private readonly client: TargetClient;
  private readonly redactor: Redactor;
  private readonly pacing: Pacing;
  private readonly sender: Sender;
  private readonly judging: Judging;
  private readonly jury: Jury;
  private readonly telling: Telling;
  private readonly examiner: Examiner;
  private stopped = false;

  constructor(
    private readonly baseUrl: URL,
    private readonly options: VerifyOptions,
    private readonly planner: Planner,
    private readonly plan: Plan,
    emit: (event: ConformanceEvent) => void,
  ) {
    const concurrency = options.concurrency ?? defaults.concurrency;
    const timeoutMs = options.timeoutMs ?? defaults.timeoutMs;
    const maxTimeMs = (options.maxTimeSeconds ?? defaults.maxTimeSeconds) * 1000;
    const level = options.level ?? defaults.level;
    const now = (this.now = options.now ?? Date.now);
    this.startedAt = now();
    this.client = new TargetClient({ baseUrl, concurrency, timeoutMs, headers: options.headers ?? {} });
    this.redactor = new Redactor([planner.keys.valid, planner.keys.expired, planner.keys.limited]);
    const showing = new Showing(this.client, this.redactor, planner.stated);
    this.telling = new Telling(emit, planner, plan, showing);
    this.pacing = new Pacing(now, this.startedAt + maxTimeMs, options.rate);
    this.sender = new Sender(this.client, this.pacing, (exchange) => this.takeRefusal(exchange));
    this.judging = new Judging(planner.stated, now);
    this.jury = new Jury(plan, this.judging, level);
    const expected = options.expectedFailures ?? [];
    this.examiner = new Examiner(this.sender, showing, this.judging, planner, { level, expected, now });
  }

  async start(): Promise<void> {
    try {
      const target = this.redactor.text(this.baseUrl.href.replace(/\/\/[^/@]*@/, '//'));
      this.telling.plan(target, this.options.level ?? defaults.level);
      if (this.options.planOnly === true) return;
      const impossible = await this.preflight();
      if (impossible !== undefined) {
        await this.giveUp(impossible);
        return;
      }
      await this.sendAll();
      this.jury.conclude();
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

  private async preflight(): Promise<string | undefined> {
    const exchanges = await Promise.all(
      preflightCases(this.planner).map(async (item): Promise<Exchange> => {
        const sent = await this.sender.send(item);
        // A target that never stops answering 429 is known by its last word.
        if ('kind' in sent) return this.sender.sendUnpaced(item);
        this.jury.judge(sent);
        return sent;
      }),
    );
    const target = this.redactor.text(this.baseUrl.origin + this.baseUrl.pathname);
    return cannotJudge(exchanges, this.planner, target);
  }

  /** A target that only ever refuses with 429 is still judged by how it does. */
  private async giveUp(reason: string): Promise<void> {
    this.stopped = true;
    if (this.jury.brokenByRefusals) this.summarize(await this.tellFailures());
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
    const { board } = this.jury;
    const sent = await this.sender.send(item);
    if ('kind' in sent) {
      board.note(item.ruleId, sent.reason);
      board.count(item.operation?.id ?? null, 'SKIP');
      this.telling.unsent(item, sent.reason);
      return;
    }
    const sentence = this.jury.judge(sent);
    board.count(item.operation?.id ?? null, sentence.verdict);
    const reason = sent.outcome.kind === 'answer' ? null : printableLine(sent.outcome.reason);
    this.telling.case(item, sent, sentence, reason);
  }

  private takeRefusal(exchange: Exchange): void {
    if (this.pacing.isRefusedForGood) this.judging.refusedForGood ??= answered(exchange);
    this.jury.judgeRefusal(exchange);
  }

  private async probe(): Promise<void> {
    for (const rule of this.plan.rules) {
      if (!rule.probe || this.stopped || this.options.rerun !== undefined) continue;
      const conclusions = await rule.probe(this.session(rule));
      if (isSkip(conclusions)) this.jury.board.note(rule.id, conclusions.skip);
      else for (const conclusion of conclusions) this.jury.take(rule, conclusion);
    }
  }

  private session(rule: LoadedRule): Session {
    return {
      planner: this.planner,
      judging: this.judging,
      exchanges: this.jury.exchanges,
      probeRateLimit: this.options.probeRateLimit ?? defaults.probeRateLimit,
      send: async (draft) => {
        const exchange = await this.sender.sendUnpaced(caseOf(rule, draft, this.planner));
        this.jury.judge(exchange);
        return exchange;
      },
      answered,
      wait: (ms) => this.pacing.wait(ms),
    };
  }

  private async tellFailures(): Promise<Failure[]> {
    const failures: Failure[] = [];
    for (const group of this.jury.board.groups.values()) {
      const failure = await this.examiner.examine(group, !this.stopped);
      failures.push(failure);
      this.telling.failure(failure);
    }
    return failures;
  }

  private summarize(failures: readonly Failure[], couldNotJudge: string | null = null): void {
    const { startedAt, jury, client } = this;
    const ending = { failures, couldNotJudge, board: jury.board, requests: client.sent, startedAt };
    this.telling.summary({ ...ending, now: this.now() }, this.options);
  }
}
