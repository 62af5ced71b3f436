import type { ClientRequest, InformationEvent, ServerResponse } from 'node:http';

/** Interim responses of one request that are passed on. */
const maxPassed = 20;

/**
 * Passes interim responses (1xx, RFC 9110 section 15.2) to a client that takes them: 100, 102 and 103, which are those that Node can
 * send.
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

function passEarlyHints({ rawHeaders }: InformationEvent, response: ServerResponse): void {
  const hints: Record<string, string | string[]> = {};
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = [rawHeaders[index]?.toLowerCase(), rawHeaders[index + 1]];
    const known = hints[name];
    hints[name] = known === undefined ? value : [known, value].flat();
  }
  try {
    response.writeEarlyHints(hints);
  } catch {
    // Node refuses links that it takes for malformed; a hint is nothing that a client relies on.
  }
}
