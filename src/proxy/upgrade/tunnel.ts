import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Ending } from '../../journal/delivery.js';
import { longestHoldMs } from '../../scenarios/faults/fault-wire.js';

/** The break of a tunnel: `cut` in the first bytes of the target, `stall` before them. */
export type TunnelBreak = 'cut' | 'stall';

export interface TunnelEnds {
  readonly client: Socket;
  readonly target: Duplex;
  /** Learns of the bytes of a side before they go to the other. */
  readonly passing: (bytes: Buffer, from: 'client' | 'target') => void;
}

/**
 * Joins two connections: what comes on one goes out on the other, as fast as that takes it, and so does its end. Where one breaks off,
 * so does the other.
 *
 * @param signal aborted when the proxy stops
 * @returns the ending once both are closed: `complete` where both sides ended in order
 */
export function tunnel(
  { client, target, passing }: TunnelEnds,
  signal: AbortSignal,
  broken?: TunnelBreak,
): Promise<Ending> {
  return new Promise((resolve) => {
    let ending: Ending | undefined;
    let open = 2;
    const endAs = (how: Ending): void => {
      ending ??= how;
      client.destroy();
      target.destroy();
    };
    const stop = (): void => endAs('shutdown');
    const held = broken === 'stall' ? setTimeout(() => endAs('held'), longestHoldMs) : undefined;
    signal.addEventListener('abort', stop);
    const follow = (side: Duplex, how: Ending): void => {
      const closed = (): void => {
        if (!side.readableEnded) endAs(how);
        open -= 1;
        if (open > 0) return;
        clearTimeout(held);
        signal.removeEventListener('abort', stop);
        resolve(ending ?? 'complete');
      };
      side.on('error', () => endAs(how));
      if (side.closed) closed();
      else side.once('close', closed);
    };
    follow(client, 'left');
    follow(target, 'cut');
    pass(client, target, (bytes) => passing(bytes, 'client'));
    if (broken) breakOff(target, client, broken, endAs);
    else pass(target, client, (bytes) => passing(bytes, 'target'));
    if (signal.aborted) stop();
  });
}

function pass(from: Duplex, to: Duplex, passing: (bytes: Buffer) => void): void {
  from.on('data', (bytes: Buffer) => {
    passing(bytes);
    if (to.write(bytes)) return;
    from.pause();
    to.once('drain', () => from.resume());
  });
  from.once('end', () => to.end());
  from.resume();
}

/** Lets nothing of a side through, or half of its first bytes and then the end of the connection. */
function breakOff(from: Duplex, to: Duplex, how: TunnelBreak, endAs: (how: Ending) => void): void {
  from.resume();
  to.once('end', () => endAs('left'));
  if (how === 'cut')
    from.once('data', (bytes: Buffer) => {
      to.end(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => endAs('cut'));
    });
}
