import type { ServerResponse } from 'node:http';

/** How a wait ended: the time was over, the client disconnected, or the server is shutting down. */
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
      socket.off('close', gone);
      signal.removeEventListener('abort', aborted);
      resolve(how);
    };
    const gone = () => end('gone');
    const aborted = () => end('aborted');
    const timer = setTimeout(() => end('elapsed'), ms);
    socket.once('close', gone);
    signal.addEventListener('abort', aborted, { once: true });
  });
}
