import type { Case } from '../cases/case.js';
import { withOwnKey } from '../cases/new-request.js';
import type { Planner } from '../cases/planner.js';
import type { RequestParts } from '../cases/request.js';
import { mayWrite } from '../cases/writes.js';
import type { Level } from '../level.js';
import type { CheckContext } from '../rules/check-context.js';
import { evaluateSafely } from '../rules/evaluate-rule.js';
import { isTimeOut, type Exchange, type Outcome } from '../target/exchange.js';
import type { Sender } from '../target/sender.js';
import { asFirstSeen, type Reproduction } from './evidence.js';
import { groupKey, type FailureGroup } from './failure-group.js';
import { shrinkRequest } from './shrink-request.js';

/** Number of requests that shrinking may cost: for one failure, and for all of a run. */
const shrinkBudget = { each: 16, all: 80 };

/** So often a request is sent at once, to see whether it fails beside others. */
const besideOne = 8;

/** Repeats what failed: does it fail again, and what is the smallest request that shows it? */
export class FailureReproducer {
  private shrinksLeft = shrinkBudget.all;

  constructor(
    private readonly sender: Sender,
    private readonly context: CheckContext,
    private readonly planner: Planner,
    private readonly level: Level,
  ) {}

  /** @param maySend whether requests may still be sent */
  async reproduce(group: FailureGroup, maySend: boolean): Promise<Reproduction> {
    const first = asFirstSeen(group, this.level);
    const again =
      maySend && isRepeatable(group) ? await this.failsAgain(group, first.request, true) : undefined;
    if (again === false)
      return { ...first, flaky: true, only: await this.circumstances(group, first.request) };
    const smallest = again === true && first.verdict === 'FAIL' ? await this.shrink(group) : {};
    return { ...first, ...smallest };
  }

  /** The circumstances in which a request fails that does not fail alone. */
  private async circumstances(group: FailureGroup, request: RequestParts): Promise<string | null> {
    if ((await this.failsAgain(group, request)) === true) return 'on a connection that was used before';
    if (group.exchange.case.turn !== undefined) return 'after other requests on the same connection';
    const together = Array.from({ length: besideOne }, () => this.failsAgain(group, request));
    return (await Promise.all(together)).includes(true) ? 'with requests at the same time' : null;
  }

  /** Undefined when it could not be sent again. */
  private async failsAgain(
    group: FailureGroup,
    request: RequestParts,
    alone = false,
  ): Promise<boolean | undefined> {
    const { case: item } = group.exchange;
    const sent = await this.sender.send(item, withOwnKey(this.planner, item, request), alone);
    if ('kind' in sent || (isTimeOut(sent) && !isTimeOut(group.exchange))) return undefined;
    const result = evaluateSafely(group.rule, sent, this.context);
    return result?.breaches.some((breach) => groupKey(group.rule, sent, breach) === group.key) ?? false;
  }

  /** The smallest request that fails in the same way, with its response. */
  private async shrink(group: FailureGroup): Promise<{ request: RequestParts; outcome: Outcome }> {
    const { case: item, request: first, outcome } = group.exchange;
    const whole = { request: first, outcome };
    if (!this.isShrinkable(item) || outcome.kind === 'no response') return whole;
    const attempts = Math.min(shrinkBudget.each, this.shrinksLeft);
    const fails = async (request: RequestParts) => {
      this.shrinksLeft -= 1;
      return (await this.failsAgain(group, request)) === true;
    };
    const request = await shrinkRequest(item, first, this.planner.body(item.operation), fails, attempts);
    if (request === first) return whole;
    const fresh = withOwnKey(this.planner, item, request);
    const sent: Exchange | { kind: string } = await this.sender.send(item, fresh);
    // It names what there is, and may have the condition that the target asked for.
    return 'kind' in sent ? whole : { request: sent.request, outcome: sent.outcome };
  }

  private isShrinkable(item: Case): item is Case & { operation: NonNullable<Case['operation']> } {
    const { operation, request } = item;
    // A smaller body may be one that a server carries out.
    if (mayWrite(request, operation) && !this.planner.allowWrites) return false;
    return operation !== undefined && this.planner.withBody.includes(operation);
  }
}

/** One request can't repeat what took several responses to see, nor a 429 that was met on the way. */
function isRepeatable({ concluded, exchange }: FailureGroup): boolean {
  return !concluded && exchange.case.ruleId !== '';
}
