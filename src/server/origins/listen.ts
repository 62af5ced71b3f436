import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OptionError } from '../../contract/option-error.js';

/** @returns the port @throws Node's error when it can't listen */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

export interface ControlListener {
  readonly port: number;
  /** The usual port, where another program has it; undefined where that port was not wanted, or is this one. */
  readonly taken: number | undefined;
}

/**
 * Opens the port of the control origin: the one that was asked for, or by itself 4011 beside 4010. Beside any other port, and
 * where 4011 is taken, it is a free one.
 *
 * @param open opens a port, 0 for any free one, and returns it
 * @throws OptionError for the service's own port, and what `open` throws, marked as the control origin's where it was asked for
 */
export async function openControlPort(
  wanted: number | 'auto',
  servicePort: number,
  open: (port: number) => Promise<number>,
): Promise<ControlListener> {
  if (wanted === servicePort && wanted !== 0)
    throw new OptionError(`The control port must be another than the port of the service, got ${wanted}.`);
  if (wanted !== 'auto') return { port: await open(wanted).catch(failControl), taken: undefined };
  if (servicePort !== 4010) return { port: await open(0), taken: undefined };
  try {
    return { port: await open(4011), taken: undefined };
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw cause;
    return { port: await open(0), taken: 4011 };
  }
}

/** Lets the command line name the flag that chooses the port. */
function failControl(cause: unknown): never {
  if (cause instanceof Error) Object.assign(cause, { ofControlOrigin: true });
  throw cause;
}
