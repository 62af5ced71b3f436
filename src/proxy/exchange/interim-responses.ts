import type { ClientRequest, InformationEvent, ServerResponse } from 'node:http';
import { headText } from '../../server/http/streams/fields.js';
import { endToEnd } from '../headers/end-to-end.js';

/** Interim responses of one request that are passed on. */
const maxPassed = 20;

/**
 * Passes interim responses (1xx, RFC 9110 section 15.2) to a client that takes them (not HTTP/1.0): 100, 102 and 103.
 */
export function passInterim(upstream: ClientRequest, response: ServerResponse, httpVersion: string): void {
  if (httpVersion === '1.0') return;
  let left = maxPassed;
  upstream.on('information', (interim: InformationEvent) => {
    left -= 1;
    if (left < 0 || response.headersSent || !response.socket) return;
    const { statusCode } = interim;
    if (statusCode === 100) response.writeContinue();
    else if (statusCode === 102) response.writeProcessing();
    else if (statusCode === 103) passEarlyHints(interim, response);
  });
}

/** Written as they came: Node would join the lines of a field, and refuse links that it takes for malformed. */
function passEarlyHints({ rawHeaders }: InformationEvent, { socket }: ServerResponse): void {
  socket?.write(headText(103, 'Early Hints', endToEnd(rawHeaders)), 'latin1');
}
