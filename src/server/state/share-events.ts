import type { RedisState } from '../../state/redis/redis-state.js';
import type { DrydockEvent, EventHub } from '../../mock/events.js';

/** What one replica does that all must know; exchanges reach the others with the journal. */
type News = Exclude<DrydockEvent, { type: 'exchange' | 'reloaded' }>;

/**
 * Makes the events of replicas that share a Redis one: what happens here is announced, what the others announce is
 * published here. Their exchanges are heard only while somebody looks at them.
 */
export function shareEvents(events: EventHub, state: RedisState): void {
  let hearing = false;
  events.subscribe((event) => {
    if (hearing || event.type === 'exchange' || event.type === 'reloaded') return;
    // A store that is away has said so itself; who watches elsewhere sees the change with the next look.
    state.replicas.announce(JSON.stringify(event)).catch(() => undefined);
  });
  state.replicas.onAnnouncement((text) => {
    hearing = true;
    events.publish(newsFrom(text));
    hearing = false;
  });
  events.openElsewhere = () =>
    state.replicas.onExchange((exchange) => {
      events.publish({ type: 'exchange', elsewhere: true, ...exchange });
    });
}

/** JSON leaves out what is undefined. */
function newsFrom(text: string): News {
  const news = JSON.parse(text) as News;
  if (news.type === 'keys') return news;
  if (news.type === 'reset') return { type: 'reset', sandbox: news.sandbox };
  return { type: 'scenario', sandbox: news.sandbox, scenario: news.scenario };
}
