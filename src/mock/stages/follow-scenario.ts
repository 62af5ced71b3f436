import type { UnusableChoice } from '../../scenarios/choosing/selection.js';
import type { MaybePromise } from '../../state/state.js';
import { refusal } from '../answers.js';
import { forcedAnswer } from '../scenarios/apply-effect.js';
import type { Answer, Exchange } from '../exchange.js';
import { planScenario } from '../scenarios/plan-scenario.js';
import type { PlannedScenario } from '../scenarios/plan-scenario.js';

/** Finds what the chosen scenario does to the request, and answers when it forces an answer. */
export function followScenario(exchange: Exchange): MaybePromise<Answer | undefined> {
  const plan = planScenario(exchange);
  return plan instanceof Promise ? plan.then((late) => follow(exchange, late)) : follow(exchange, plan);
}

function follow(exchange: Exchange, plan: PlannedScenario | UnusableChoice | undefined): Answer | undefined {
  if (!plan) return undefined;
  if ('usable' in plan) return refusal(exchange, 400, plan.message, plan.errors);
  exchange.scenario = plan;
  return forcedAnswer(exchange, plan.effect);
}
