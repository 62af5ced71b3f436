import type { RedisState } from '../../state/redis/redis-state.js';
import type { DrydockEvent, EventHub } from '../../mock/events.js';

/** The events that every replica must get; exchanges reach the others with the journal. */
type News = Exclude<DrydockEvent, { type: 'exchange' | 'reloaded' }>;

/**
 * Shares events between replicas on one Redis: local events are announced, and those that the others announce are
 * published here. Their exchanges are received only while somebody watches them.
 */
export function shareEvents(events: EventHub, state: RedisState): void {
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
