import type { IncomingMessage, ServerResponse } from 'node:http';
import { seededRandom } from '../../contract/seeded-random.js';
import { httpServer, type SmallServer } from '../../conformance/testing/small-server.js';

/**
 * A server that sends back all that it receives, each value by itself and all of them together: in its body, in headers, in the
 * status line. With each value comes a piece of it that begins and ends anywhere.
 *
 * @param spell what it does with each text, by the number of the request
 * @param status of its responses, by the number of the request
 */
export function echoServer(
  spell: (text: string, request: number) => string,
  status: (request: number) => number,
): Promise<SmallServer> {
  const random = seededRandom(1, 'pieces');
  let count = 0;
  return httpServer((request, response) => {
    request.resume();
    request.on('end', () => {
      const number = count;
      count += 1;
      const values = [request.url ?? '', ...request.rawHeaders].map((value) => spell(value, number));
      const pieces = values.map((value) => piece(value, random));
      send(response, status(number), values, pieces, request);
    });
  });
}

function send(
  response: ServerResponse,
  status: number,
  values: readonly string[],
  pieces: readonly string[],
  { method }: IncomingMessage,
): void {
  response.statusMessage = values.join(' ').slice(0, 500);
  for (const [index, value] of values.entries()) {
    response.setHeader(`X-Value-${index}`, value.slice(0, 1000));
    response.setHeader(`X-Piece-${index}`, (pieces[index] ?? '').slice(0, 1000));
  }
  response.setHeader('Location', `https://elsewhere/?${encodeURIComponent(values.join('&'))}`);
  // Longer than an excerpt, so that each value stands across its end somewhere.
  const message = `${'.'.repeat(values.join('').length % 97)}${values.join(' ').repeat(3)}`;
  response.setHeader('Content-Type', 'application/json');
  response.writeHead(status);
  response.end(
    method === 'HEAD'
      ? undefined
      : JSON.stringify({
          status: values,
          message,
          data: pieces,
          errors: values,
          response_code: pieces.join(),
        }),
  );
}

/** At least eight characters, which are enough to recognize a secret by. */
function piece(value: string, random: () => number): string {
  const start = Math.floor(random() * Math.max(0, value.length - 8));
  return value.slice(start, start + 8 + Math.floor(random() * value.length));
}
