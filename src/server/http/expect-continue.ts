import type { Server, ServerResponse } from 'node:http';

/**
 * Answers `Expect` (RFC 9110 section 10.1.1): `100-continue` with an interim response; other values are ignored.
 *
 * Node writes the interim response itself, but while an earlier request of the connection is unanswered it ends up
 * between the head and the body of that response (seen with Node 20.20). Here it waits for its turn.
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
