import type { Failure } from '../events.js';
import type { Outcome } from '../target/exchange.js';
import type { Judging } from '../rules/check-context.js';
import { binds } from '../level.js';
import type { Level } from '../level.js';
import type { Planner } from '../cases/planner.js';
import type { RequestParts } from '../cases/request.js';
import { expectationFor } from '../run/expected-failures.js';
import type { ExpectedFailure } from '../run/expected-failures.js';
import { answered, judgeSafely } from '../rules/evaluate-rule.js';
import { groupKey } from '../run/results.js';
import type { BreachGroup } from '../run/results.js';
import type { Sender } from '../target/sender.js';
import type { Showing } from './evidence.js';
import { shrink } from './shrink-request.js';

/** Requests that making failures small may cost: for one, and for all. */
const shrinkBudget = { each: 16, all: 80 };

interface ExaminerSettings {
  readonly level: Level;
  readonly expected: readonly ExpectedFailure[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Looks at what is broken a second time: does it break again, and what is the smallest request that shows it. */
export class Examiner {
  private shrinks = shrinkBudget.all;

  constructor(
    private readonly sender: Sender,
    private readonly showing: Showing,
    private readonly judging: Judging,
    private readonly planner: Planner,
    private readonly settings: ExaminerSettings,
  ) {}

  /** @param mayAsk whether requests may still be sent */
  async examine(group: BreachGroup, mayAsk: boolean): Promise<Failure> {
    const verdict = binds(group.level, this.settings.level) ? 'FAIL' : 'WARN';
    const { request, outcome } = group.exchange;
    const again = mayAsk && isRepeatable(group) ? await this.breaksAgain(group, request) : undefined;
    const smaller = again === true && verdict === 'FAIL' ? await this.smallest(group) : { request, outcome };
    const failure = this.showing.failure(group, smaller.request, smaller.outcome, verdict, again === false);
    const expected = expectationFor(this.settings.expected, failure, this.settings.now());
    if (expected === undefined) return failure;
    return { ...failure, expectedFailure: { reason: expected.reason, expires: expected.expires ?? null } };
  }

  /** Undefined when it could not be sent again. */
  private async breaksAgain(group: BreachGroup, request: RequestParts): Promise<boolean | undefined> {
    const sent = await this.sender.send(group.exchange.case, request);
    if ('kind' in sent) return undefined;
    const judged = judgeSafely(group.rule, sent, answered(sent), this.judging, () => undefined);
    const key = groupKey(group.rule, group.exchange, group.breach);
    return judged?.breaches.some((breach) => groupKey(group.rule, sent, breach) === key) ?? false;
  }

  /** The smallest request that fails in the same way, with its answer. */
  private async smallest(group: BreachGroup): Promise<{ request: RequestParts; outcome: Outcome }> {
    const { case: item, outcome } = group.exchange;
    const { operation } = item;
    const whole = { request: item.request, outcome };
    if (operation === undefined || outcome.kind === 'no answer' || !this.planner.withBody.includes(operation))
      return whole;
    const attempts = Math.min(shrinkBudget.each, this.shrinks);
    const fails = async (request: RequestParts) => {
      this.shrinks -= 1;
      return (await this.breaksAgain(group, request)) === true;
    };
    const request = await shrink(item, this.planner.body(operation), fails, attempts);
    if (request === item.request) return whole;
    const shown = await this.sender.send(item, request);
    return 'kind' in shown ? whole : { request, outcome: shown.outcome };
  }
}

/** What took several answers to see, or was met on the way to another, is not seen again by one request. */
function isRepeatable({ concluded, exchange }: BreachGroup): boolean {
  return !concluded && exchange.case.ruleId !== '';
}
