import type { Planner } from '../cases/planner.js';
import type { CheckContext } from '../rules/check-context.js';
import { whyNotChecked } from '../rules/evaluate-rule.js';
import { isSkip, type LoadedRule } from '../rules/rule.js';
import type { Session } from '../rules/session.js';
import { completed, isTimeOut } from '../target/exchange.js';
import type { Pacing } from '../target/pacing.js';
import type { Sender } from '../target/sender.js';
import { caseOf } from './plan.js';
import type { ProbeShare } from './planning/probe-budget.js';
import type { Results } from './results.js';
import type { RuleEvaluator } from './rule-evaluator.js';

/** The parts of a run that probing rules use. */
interface ProbeParts {
  readonly planner: Planner;
  readonly context: CheckContext;
  readonly sender: Sender;
  readonly pacing: Pacing;
  readonly evaluator: RuleEvaluator;
  readonly results: Results;
  readonly share: ProbeShare;
  readonly probeRateLimit: number;
}

/** Lets a rule send requests of its own, one after another, and adds what it concludes. */
export async function probe(rule: LoadedRule, run: ProbeParts): Promise<void> {
  if (!rule.probe) return;
  try {
    const conclusions = await rule.probe(sessionFor(rule, run));
    if (isSkip(conclusions)) run.results.skip(rule.id, conclusions);
    else for (const conclusion of conclusions) run.evaluator.add(rule, conclusion);
  } catch (error) {
    if (error instanceof WithheldError) run.results.withhold(rule.id);
    else run.results.notChecked(rule.id, whyNotChecked(error));
  }
}

/** Ends the probing of a rule that would write where the run may not. */
class WithheldError extends Error {}

function sessionFor(rule: LoadedRule, run: ProbeParts): Session {
  const { planner, context, sender, pacing, evaluator, share, probeRateLimit } = run;
  return {
    planner,
    context,
    probeRateLimit,
    send: async (draft) => {
      const item = caseOf(rule, draft, planner);
      if (item.writes && !planner.allowWrites) throw new WithheldError();
      // The rate limit is looked for with as many requests as it is given.
      if (rule.topic !== 'limits' && !share.take()) return undefined;
      const sent = await sender.sendUnpaced(item);
      // A busy target gets a second try; a broken one times out again.
      const exchange = isTimeOut(sent) ? await sender.sendUnpaced(item) : sent;
      evaluator.evaluate(exchange);
      return completed(exchange);
    },
    wait: (ms) => pacing.wait(ms),
  };
}
