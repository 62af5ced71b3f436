import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The end of a wait: the time was over, the client disconnected, or the server is shutting down. */
export type WaitEnd = 'elapsed' | 'gone' | 'aborted';

/**
 * Waits before or inside a response without outliving it. Leaves no timer and no listener behind.
 *
 * @param ms milliseconds
 * @param signal aborted when the server shuts down
 */
export function wait(ms: number, response: ServerResponse, signal: AbortSignal): Promise<WaitEnd> {
  if (signal.aborted) return Promise.resolve('aborted');
  const { socket } = response.req;
  if (socket.destroyed) return Promise.resolve('gone');
  return new Promise((resolve) => {
    const end = (how: WaitEnd) => {
      clearTimeout(timer);
      stopClosed();
      stopAborted();
      resolve(how);
    };
    const timer = setTimeout(() => end('elapsed'), ms);
    const stopClosed = closing.add(socket, () => end('gone'));
    const stopAborted = aborting.add(signal, () => end('aborted'));
  });
}

interface Waiting {
  readonly callbacks: Set<() => void>;
  /** Takes the listener back. */
  readonly stop: () => void;
}

/**
 * Callbacks for the end of something, behind one listener of Node: its own lists of listeners are searched from the start,
 * which takes long where thousands wait for the same connection or the same stop.
 */
class Endings<T extends object> {
  private readonly waiting = new WeakMap<T, Waiting>();

  /** @param listen calls back at the end, and returns what stops that */
  constructor(private readonly listen: (target: T, ended: () => void) => () => void) {}

  /** @returns what takes the callback back */
  add(target: T, callback: () => void): () => void {
    const waiting = this.waiting.get(target) ?? this.begin(target);
    waiting.callbacks.add(callback);
    return () => {
      waiting.callbacks.delete(callback);
      if (waiting.callbacks.size > 0) return;
      waiting.stop();
      this.waiting.delete(target);
    };
  }

  private begin(target: T): Waiting {
    const callbacks = new Set<() => void>();
    const stop = this.listen(target, () => {
      for (const ended of [...callbacks]) ended();
    });
    const waiting = { callbacks, stop };
    this.waiting.set(target, waiting);
    return waiting;
  }
}

const closing = new Endings<Socket>((socket, ended) => {
  socket.once('close', ended);
  return () => socket.off('close', ended);
});
const aborting = new Endings<AbortSignal>((signal, ended) => {
  signal.addEventListener('abort', ended, { once: true });
  return () => {
    signal.removeEventListener('abort', ended);
  };
});
