import type { Exchange } from '../../control/control-types.js';
import { isProxy } from '../../state/world.js';

/** The fate of a key behind a proxy, which only the target can judge; undefined for a mock and without a key. */
export function keyAtTarget(exchange: Exchange): string | undefined {
  const { request, response, answeredBy, scenario } = exchange;
  if (!isProxy.value || request.key === 'missing') return undefined;
  if (answeredBy !== 'target') return 'not checked by the target';
  const isForced = scenario?.changes.some((change) => change.startsWith('status'));
  return response.status === 401 && isForced !== true ? 'refused by the target' : 'sent to the target';
}
