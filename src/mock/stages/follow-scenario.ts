import type { UnusableChoice } from '../../scenarios/choosing/selection.js';
import type { MaybePromise } from '../../state/state.js';
import { errorResponse } from '../exchange/error-response.js';
import type { Exchange } from '../exchange/exchange.js';
import type { MockResponse } from '../exchange/response.js';
import { forcedResponse } from '../scenarios/force-response.js';
import { planScenario } from '../scenarios/plan-scenario.js';
import type { PlannedScenario } from '../scenarios/planned-scenario.js';

/** Plans what the chosen scenario does to the request, and responds where it forces a response. */
export function followScenario(exchange: Exchange): MaybePromise<MockResponse | undefined> {
  const plan = planScenario(exchange);
  return plan instanceof Promise ? plan.then((late) => follow(exchange, late)) : follow(exchange, plan);
}

function follow(
  exchange: Exchange,
  plan: PlannedScenario | UnusableChoice | undefined,
): MockResponse | undefined {
  if (!plan) return undefined;
  if ('usable' in plan) return errorResponse(exchange, 400, plan.message, plan.errors);
  exchange.scenario = plan;
  return forcedResponse(exchange, plan.effect);
}
