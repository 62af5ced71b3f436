import type { ServerResponse } from 'node:http';
import { breakConnection, type Fault } from '../../../scenarios/faults/registry.js';
import type { LiveDelivery } from '../../../journal/delivery.js';
import { SocketWire, type PendingResponse } from './socket-wire.js';

/**
 * Sends a response broken by a fault, and resolves when that is over: when the connection is closed, or the response has
 * ended where the fault leaves the connection open.
 *
 * @param response nothing may have been written to it yet
 * @param signal aborted when the server shuts down; a connection that is held is then closed
 * @param delivery learns what leaves, and how it ends unless the response itself ends
 */
export async function sendFault(
  response: ServerResponse,
  pending: PendingResponse,
  fault: Fault,
  signal: AbortSignal,
  delivery: LiveDelivery,
): Promise<void> {
  // Discards what the client still sends; unread bytes would turn an orderly close into a reset.
  response.req.resume();
  const wire = new SocketWire(response, pending, signal, delivery);
  await breakConnection(fault, wire, pending.body);
  // A fault that ends nothing must not leave the request hanging.
  if (!wire.isOver) wire.cut();
}
