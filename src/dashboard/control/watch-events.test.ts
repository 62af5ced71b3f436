import { describe, expect, it } from 'vitest';
import { backoff, watchEvents, type Connection } from './watch-events.js';
import type { ControlEvent } from './control-types.js';

const streaming = (text: string): Response => new Response(text, { status: 200 });

/** Watches through answers in turn; it is stopped when they are used up. */
async function watch(answers: readonly (Response | Error)[]) {
  const stop = new AbortController();
  const left = [...answers];
  const seen = {
    events: [] as ControlEvent[],
    states: [] as Connection['state'][],
    waits: [] as number[],
    opened: 0,
  };
  await watchEvents({
    open: async () => {
      const next = left.shift();
      if (left.length === 0 && next === undefined) stop.abort();
      if (next instanceof Response) return Promise.resolve(next);
      throw next ?? new Error('stopped');
    },
    onEvent: (event) => seen.events.push(event),
    onOpen: () => (seen.opened += 1),
    onConnection: ({ state }) => seen.states.push(state),
    wait: (milliseconds) => {
      seen.waits.push(milliseconds);
      return Promise.resolve();
    },
    signal: stop.signal,
  });
  return seen;
}

describe('watchEvents', () => {
  it('emits events of known types', async () => {
    const { events, opened } = await watch([
      streaming(
        'event: keys\ndata: {}\n\nevent: unheard-of\ndata: {"a":1}\n\nevent: reset\ndata: {"sandbox":"a"}\n\n',
      ),
    ]);
    expect(events).toEqual([{ type: 'keys' }, { type: 'reset', sandbox: 'a' }]);
    expect(opened).toBe(1);
  });

  it('waits longer after each failure, and starts over after a success', async () => {
    const away = new TypeError('fetch failed');
    const { waits, states } = await watch([
      away,
      away,
      new Response('', { status: 503 }),
      streaming(''),
      away,
    ]);
    expect(waits).toEqual([250, 500, 1000, 250, 500]);
    expect(states).toEqual(['connecting', 'waiting', 'waiting', 'waiting', 'live', 'waiting', 'waiting']);
  });

  it('never waits longer than 8 s', () => {
    expect(Array.from({ length: 40 }, (_, attempt) => backoff(attempt)).at(-1)).toBe(8000);
  });

  it('stops when the token is refused', async () => {
    const { states, waits } = await watch([new Response('', { status: 401 }), streaming('')]);
    expect([states, waits]).toEqual([['connecting', 'refused'], []]);
  });
});
