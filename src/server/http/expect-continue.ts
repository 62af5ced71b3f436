import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { maxControlBodyBytes } from '../../control/control-message.js';
import { internalPrefix } from '../../mock/internal-prefix.js';
import { maxBodyBytes } from '../../mock/stages/request-checks.js';
import type { MemoryBudget } from '../../state/memory-budget.js';

/**
 * Answers `Expect` (RFC 9110 section 10.1.1): `100-continue` with an interim response; other values are ignored.
 *
 * Node writes the interim response itself, but while an earlier request of the connection is unanswered it ends up
 * between the head and the body of that response (seen with Node 20.20). Here it waits for its turn, and a body that is refused
 * in any case is not asked for; as the client may send it or not, the connection ends then.
 */
export function handleExpect(server: Server, memory: Pick<MemoryBudget, 'isFull'>): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (memory.isFull || isTooLarge(request)) response.shouldKeepAlive = false;
    else if (response.socket) response.writeContinue();
    else response.once('socket', () => continueUnlessAnswered(response));
    server.emit('request', request, response);
  });
  server.on('checkExpectation', (request, response) => {
    server.emit('request', request, response);
  });
}

function isTooLarge({ url = '', headers }: IncomingMessage): boolean {
  const isOwn = url.startsWith(`${internalPrefix}/`);
  return Number(headers['content-length']) > (isOwn ? maxControlBodyBytes : maxBodyBytes);
}

function continueUnlessAnswered(response: ServerResponse): void {
  if (!response.headersSent) response.writeContinue();
}
