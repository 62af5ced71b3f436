import { loadOptional } from '../../contract/load-optional.js';
import { MemoryState } from '../../state/memory/memory-state.js';
import type { MemoryBudget } from '../../state/memory-budget.js';
import type { State } from '../../state/state.js';
import { asDefault } from '../../scenarios/scenario-catalogue.js';
import type { EventHub } from '../../mock/events.js';
import { checkedRedis, type CheckedOptions } from '../options.js';

/**
 * Opens the state that the options choose: in this process, or in Redis, whose client is loaded only then.
 *
 * @throws OptionError for a wrong address or without the client, StoreUnavailableError when nothing answers there
 */
export async function openState(
  { redis, scenario, journal }: CheckedOptions,
  events: EventHub,
  budget: MemoryBudget,
  log: (line: string) => void,
): Promise<State> {
  const kept = {
    defaultScenario: asDefault(scenario),
    journal: { entries: journal },
    budget,
  };
  if (redis === undefined) return new MemoryState({ elapsed: performance.now.bind(performance), ...kept });
  const address = checkedRedis(redis);
  const [{ RedisState }, { shareEvents }] = await loadOptional('The option redis', '@redis/client', () =>
    Promise.all([import('../../state/redis/redis-state.js'), import('./share-events.js')]),
  );
  const state = await RedisState.open({ address, log, ...kept });
  shareEvents(events, state);
  return state;
}
