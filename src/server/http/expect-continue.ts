import type { Server, ServerResponse } from 'node:http';

/**
 * Answers `Expect` (RFC 9110 section 10.1.1): `100-continue` with an interim answer, and what is not known is ignored.
 *
 * Node writes the interim answer itself, but while an earlier request of the connection is still to be answered it ends up
 * between the head and the body of the final one (seen with Node 20.20). Here it waits for its turn.
 */
export function handleExpect(server: Server): void {
  server.on('checkContinue', (request, response) => {
    if (response.socket) response.writeContinue();
    else response.once('socket', () => continueUnlessAnswered(response));
    server.emit('request', request, response);
  });
  server.on('checkExpectation', (request, response) => {
    server.emit('request', request, response);
  });
}

function continueUnlessAnswered(response: ServerResponse): void {
  if (!response.headersSent) response.writeContinue();
}
