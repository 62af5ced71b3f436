import { describe, expect, it, vi } from 'vitest';
import { EventEmitter, getEventListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
import { wait } from './wait.js';

/** No other clock: what a test before has left at work reads it too. */
const itsTimers: Parameters<typeof vi.useFakeTimers>[0] = { toFake: ['setTimeout', 'clearTimeout'] };

/** A response; only its connection matters here. */
function responseOn(socket: EventEmitter & { destroyed?: boolean }): ServerResponse {
  return { req: { socket } } as unknown as ServerResponse;
}

describe('wait', () => {
  it('ends after its time, and leaves no timer or listener behind', async () => {
    vi.useFakeTimers(itsTimers);
    try {
      const socket = new EventEmitter();
      const { signal } = new AbortController();
      const waiting = wait(500, responseOn(socket), signal);
      expect(vi.getTimerCount()).toBe(1);
      await vi.advanceTimersByTimeAsync(499);
      expect(vi.getTimerCount()).toBe(1);
      await vi.advanceTimersByTimeAsync(1);
      expect(await waiting).toBe('elapsed');
      expect([socket.listenerCount('close'), getEventListeners(signal, 'abort').length]).toEqual([0, 0]);
    } finally {
      vi.useRealTimers();
    }
  });

  it.each(['gone', 'aborted'] as const)(
    'ends at once with the result %s, and leaves no timer or listener behind',
    async (how) => {
      vi.useFakeTimers(itsTimers);
      try {
        const socket = new EventEmitter();
        const controller = new AbortController();
        const waiting = wait(500, responseOn(socket), controller.signal);
        if (how === 'gone') socket.emit('close');
        else controller.abort();
        expect(await waiting).toBe(how);
        expect([vi.getTimerCount(), socket.listenerCount('close')]).toEqual([0, 0]);
        expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
      } finally {
        vi.useRealTimers();
      }
    },
  );

  it('does not start when the client has disconnected or the server is closing', async () => {
    const closed = Object.assign(new EventEmitter(), { destroyed: true });
    expect(await wait(60_000, responseOn(closed), new AbortController().signal)).toBe('gone');
    expect(await wait(60_000, responseOn(new EventEmitter()), AbortSignal.abort())).toBe('aborted');
  });
});
