import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { maxControlBodyBytes } from '../../control/control-message.js';
import { internalPrefix } from '../../mock/internal-prefix.js';
import { maxBodyBytes } from '../../mock/stages/request-checks.js';
import type { ServerContext } from '../server-context.js';

/**
 * Answers `Expect` (RFC 9110 section 10.1.1): `100-continue` with an interim response; other values are ignored. A gateway answers it
 * itself, for what is behind it decides.
 *
 * Node writes the interim response itself, but while an earlier request of the connection is unanswered it ends up
 * between the head and the body of that response (seen with Node 20.20). Here it waits for its turn, and a body that is refused
 * in any case is not asked for; as the client may send it or not, the connection ends then.
 */
export function handleExpect(
  server: Server,
  { memory, gateway }: Pick<ServerContext, 'memory' | 'gateway'>,
): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    const isLeft = gateway !== undefined && !isOwn(request);
    if (!isLeft && (memory.isFull || isTooLarge(request))) response.shouldKeepAlive = false;
    else if (!isLeft) askForBody(response);
    server.emit('request', request, response);
  });
  server.on('checkExpectation', (request, response) => {
    server.emit('request', request, response);
  });
}

/** Asks the client for the body of its request, once it is this response's turn. */
export function askForBody(response: ServerResponse): void {
  if (response.socket) continueUnlessAnswered(response);
  else response.once('socket', () => continueUnlessAnswered(response));
}

function isOwn({ url = '' }: IncomingMessage): boolean {
  return url.startsWith(`${internalPrefix}/`);
}

function isTooLarge(request: IncomingMessage): boolean {
  return Number(request.headers['content-length']) > (isOwn(request) ? maxControlBodyBytes : maxBodyBytes);
}

function continueUnlessAnswered(response: ServerResponse): void {
  if (!response.headersSent) response.writeContinue();
}
