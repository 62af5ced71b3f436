import type { Planner } from '../cases/planner.js';
import { firstOf, plural } from '../counting.js';
import type { NameOption } from '../option-name.js';
import type { CheckContext } from '../rules/check-context.js';
import { whyNotChecked } from '../rules/evaluate-rule.js';
import { isSkip, type LoadedRule } from '../rules/rule.js';
import type { Session } from '../rules/session.js';
import { completed, isTimeOut } from '../target/exchange.js';
import type { Pacing } from '../target/pacing.js';
import type { Sender } from '../target/sender.js';
import { caseOf } from './plan.js';
import type { Results } from './results.js';
import type { RuleEvaluator } from './rule-evaluator.js';

/** A part of what is left that one rule may send, where others follow. */
const maxShare = 1 / 3;

/** The parts of a run that probing rules use. */
interface ProbeParts {
  readonly planner: Planner;
  readonly context: CheckContext;
  readonly sender: Sender;
  readonly pacing: Pacing;
  readonly evaluator: RuleEvaluator;
  readonly results: Results;
  readonly probeRateLimit: number;
}

/** The requests of rules that send what depends on earlier responses: together no more than the cases of a plan. */
export class Probes {
  /** The rules that would have sent more. */
  private readonly spent = new Set<string>();

  /** @param left how many requests may be sent */
  constructor(
    private readonly parts: ProbeParts,
    private left: number,
  ) {}

  /** Lets each rule send requests of its own, one after another, and adds what it concludes. */
  async run(rules: readonly LoadedRule[], isOver: () => boolean): Promise<void> {
    const probing = rules.filter((rule) => rule.probe !== undefined);
    for (const [index, rule] of probing.entries()) {
      if (isOver()) return;
      await this.probe(rule, Math.ceil(this.left * Math.max(1 / (probing.length - index), maxShare)));
    }
  }

  /** The rules that would have sent more, one sentence; undefined where there are none. */
  notice(nameOption: NameOption): string | undefined {
    if (this.spent.size === 0) return undefined;
    return `${plural(this.spent.size, 'rule')} would have sent more than ${nameOption('budget')} lets the rules send that follow responses: ${firstOf([...this.spent])}.`;
  }

  private async probe(rule: LoadedRule, share: number): Promise<void> {
    const { results, evaluator } = this.parts;
    try {
      const conclusions = (await rule.probe?.(this.sessionFor(rule, share))) ?? [];
      if (isSkip(conclusions)) results.skip(rule.id, conclusions);
      else for (const conclusion of conclusions) evaluator.add(rule, conclusion);
    } catch (error) {
      if (error instanceof WithheldError) results.withhold(rule.id);
      else results.notChecked(rule.id, whyNotChecked(error));
    }
  }

  private sessionFor(rule: LoadedRule, share: number): Session {
    const { planner, context, sender, pacing, evaluator, probeRateLimit } = this.parts;
    let shareLeft = share;
    return {
      ...{ planner, context, probeRateLimit },
      send: async (draft) => {
        const item = caseOf(rule, draft, planner);
        if (item.writes && !planner.allowWrites) throw new WithheldError();
        // The rate limit is looked for with as many requests as it is given.
        if (rule.topic !== 'limits') {
          if (shareLeft <= 0) {
            this.spent.add(rule.id);
            return undefined;
          }
          shareLeft -= 1;
          this.left -= 1;
        }
        const sent = await sender.sendUnpaced(item);
        // A busy target gets a second try; a broken one times out again.
        const exchange = isTimeOut(sent) ? await sender.sendUnpaced(item) : sent;
        evaluator.evaluate(exchange);
        return completed(exchange);
      },
      wait: (ms) => pacing.wait(ms),
    };
  }
}

/** Ends the probing of a rule that would write where the run may not. */
class WithheldError extends Error {}
