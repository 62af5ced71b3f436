import { withoutPasswords } from '../../contract/printing/without-passwords.js';
import { increment } from '../counting.js';
import { brokenRules, nothingToSend, verdictOf } from '../events.js';
import type { ConformanceEvent, Failure, PlanEvent, RuleResult, SummaryEvent } from '../events.js';
import { everJudged } from '../run/verdict/judged-rules.js';
import { OperationCounts } from '../run/verdict/operation-counts.js';
import type { ThreadMessage } from './serve-run.js';

/** State of a run that may die: enough to end its events as a whole run does. */
export class UnfinishedRun {
  private plan: PlanEvent | undefined;
  private isWhole = false;
  private startedAt = performance.now();
  private readonly operations = new OperationCounts();
  private readonly judged = new Map<string, number>();
  private readonly broken = new Map<string, number>();
  /** Found, and not reported yet; by the numbers of their groups. */
  private readonly found = new Map<number, Failure>();
  /** Reported; without their evidence. */
  private readonly reported: Pick<Failure, 'rule' | 'alsoBroken' | 'verdict' | 'expectedFailure'>[] = [];
  private judging: string | undefined;
  private requests = 0;
  private written = 0;
  private sent = 0;

  /** @param fallback reported where there is no plan yet */
  constructor(private readonly fallback: { readonly target: string; readonly document: string }) {}

  get hasPlan(): boolean {
    return this.plan !== undefined;
  }

  observe(message: ThreadMessage): void {
    if (message.type === 'plan') {
      this.plan = message;
      this.startedAt = performance.now();
    }
    if (message.type === 'judging') {
      this.judging = message.case;
      this.requests += 1;
      if (message.writes) this.written += 1;
    }
    if (message.type === 'judged') {
      for (const rule of message.rules) increment(this.judged, rule);
      for (const rule of message.broken) increment(this.broken, rule);
      this.judging = undefined;
    }
    if (message.type === 'case') {
      if (message.verdict !== 'SKIP') this.sent += 1;
      this.operations.count(message.id, message.operation ?? undefined, message.verdict);
    }
    if (message.type === 'found') this.found.set(message.group, message.failure);
    if (message.type === 'reporting') for (const group of message.groups) this.found.delete(group);
    if (message.type === 'failure') this.report(message.failure);
    if (message.type === 'ended') this.isWhole = true;
  }

  /**
   * The events that are missing: the failures that were found, and the summary. None when the run is whole.
   *
   * @param reason why it ended, a phrase
   */
  closingEvents(reason: string): ConformanceEvent[] {
    if (this.isWhole) return [];
    const failures = [...this.found.values()];
    this.found.clear();
    for (const failure of failures) this.report(failure);
    const events: ConformanceEvent[] = failures.map((failure) => ({ type: 'failure', failure }));
    return [...(this.plan === undefined ? [this.emptyPlan()] : []), ...events, this.summary(reason)];
  }

  private report({ rule, alsoBroken, verdict, expectedFailure }: Failure): void {
    this.reported.push({ rule, alsoBroken, verdict, expectedFailure });
  }

  private summary(reason: string): SummaryEvent {
    const counting = this.reported.filter((one) => one.verdict === 'FAIL' && one.expectedFailure === null);
    const failed = counting.length > 0;
    const sentence = `The run was ended ${this.activity()}: ${reason}.`;
    const rules = (this.plan?.rules ?? []).map((rule) => this.ruleResult(rule, sentence));
    return {
      type: 'summary',
      ...verdictOf(counting.length, failed ? null : sentence),
      rules,
      operations: this.operations.results([]),
      failures: counting.length,
      warnings: this.reported.filter(({ verdict }) => verdict === 'WARN').length,
      expectedFailures: this.reported.filter(({ expectedFailure }) => expectedFailure !== null).length,
      notices: failed ? [sentence] : [],
      judgedRules: everJudged(rules),
      narrowedBy: [],
      written: this.written,
      withheld: this.plan?.withheld ?? 0,
      cases: this.sent,
      notSent: (this.plan?.cases.length ?? 0) - this.sent,
      requests: this.requests,
      seconds: Math.round(performance.now() - this.startedAt) / 1000,
    };
  }

  private activity(): string {
    if (this.plan === undefined) return 'before the first request';
    if (this.judging !== undefined) return `while the response to ${this.judging} was judged`;
    return `after ${this.requests} response${this.requests === 1 ? '' : 's'}`;
  }

  private ruleResult(rule: RuleResult['rule'], reason: string): RuleResult {
    const judged = this.judged.get(rule.id) ?? 0;
    const verdicts = this.reported
      .filter((one) => brokenRules(one).some(({ id }) => id === rule.id))
      .map(({ verdict }) => verdict);
    const verdict = verdicts.includes('FAIL') ? 'FAIL' : verdicts.includes('WARN') ? 'WARN' : 'PASS';
    if (judged === 0 && verdict === 'PASS') return { rule, verdict: 'ERROR', judged, broken: 0, reason };
    return { rule, verdict, judged, broken: this.broken.get(rule.id) ?? 0, reason: null };
  }

  private emptyPlan(): PlanEvent {
    const { target, document } = this.fallback;
    const known = { target: withoutPasswords(target), document, seed: 1, level: 'MUST', rules: [] } as const;
    return { type: 'plan', ...known, ...nothingToSend };
  }
}
