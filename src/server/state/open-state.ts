import { loadOptional } from '../../contract/load-optional.js';
import { MemoryState } from '../../state/memory/memory-state.js';
import type { MemoryBudget } from '../../state/memory-budget.js';
import type { RedisState } from '../../state/redis/redis-state.js';
import type { State } from '../../state/state.js';
import { asDefault } from '../../scenarios/scenario-catalogue.js';
import type { DrydockEvent, EventHub } from '../../mock/events.js';
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
  const redisState = await loadOptional(
    'The option redis',
    '@redis/client',
    () => import('../../state/redis/redis-state.js'),
  );
  const state = await redisState.RedisState.open({ address, log, ...kept });
  shareEvents(events, state);
  return state;
}

/** The events that every replica must get; exchanges reach the others with the journal. */
type News = Exclude<DrydockEvent, { type: 'exchange' | 'reloaded' }>;

/**
 * Shares events between replicas on one Redis: local events are announced, and those that the others announce are
 * published here. Their exchanges are received only while somebody watches them.
 */
function shareEvents(events: EventHub, state: RedisState): void {
  let hearing = false;
  events.subscribe((event) => {
    if (hearing || event.type === 'exchange' || event.type === 'reloaded') return;
    // The store has reported that it is unavailable; watchers of other replicas see the change at their next request.
    state.replicas.announce(JSON.stringify(event)).catch(() => undefined);
  });
  state.replicas.onAnnouncement((text) => {
    hearing = true;
    events.publish(JSON.parse(text) as News);
    hearing = false;
  });
  events.openElsewhere = () =>
    state.replicas.onExchange((exchange) => {
      events.publish({ type: 'exchange', elsewhere: true, ...exchange });
    });
}
