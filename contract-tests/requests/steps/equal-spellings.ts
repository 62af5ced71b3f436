import { withBody, withHeaders, type RequestParts } from '../../../src/conformance/cases/request.js';
import type { Level } from '../../../src/conformance/level.js';

export type Spelling = readonly [
  detail: string,
  title: string,
  apply: (request: RequestParts, body: unknown) => RequestParts,
  /** Weaker than the rule, where a careful server may refuse the spelling. */
  level?: Level,
];

/** Ways to spell the same request that HTTP and JSON hold to be equal; each with the section that does. */
export const spellings: readonly Spelling[] = [
  // RFC 8259 11: a charset has no effect; RFC 9110 8.3.1: neither has case, nor have quotes.
  [
    'charset',
    'with a charset',
    (request) => withHeaders(request, { 'Content-Type': 'application/json; charset=utf-8' }),
  ],
  [
    'type-in-capitals',
    'with a Content-Type in capitals',
    (request) => withHeaders(request, { 'Content-Type': 'Application/JSON; Charset=UTF-8' }),
  ],
  [
    'charset-quoted',
    'with a charset in quotes and no blank before it',
    (request) => withHeaders(request, { 'Content-Type': 'application/json;charset="utf-8"' }),
  ],
  // RFC 9110 5.6.6: white space around the semicolon.
  [
    'charset-spaced',
    'with a blank before the semicolon of the charset',
    (request) => withHeaders(request, { 'Content-Type': 'application/json ; charset=utf-8' }),
  ],
  [
    'parameter',
    'with a charset and a parameter that JSON does not have',
    (request) => withHeaders(request, { 'Content-Type': 'application/json; charset=utf-8; v=1' }),
    'SHOULD',
  ],
  // RFC 8259 2: white space; 4: order of fields; 6: numbers; 7: escapes.
  [
    'blanks',
    'with blanks, tabs and line feeds around it and between its parts',
    (request, body) => {
      const indented = JSON.stringify(body, null, 4).replace(/":/g, '" :').replace(/,\n/g, ' ,\n');
      return withBody(request, `\r\n\t ${indented} \t\r\n\n`);
    },
  ],
  [
    'reversed',
    'with its fields in another order',
    (request, body) => withBody(request, JSON.stringify(reversed(body))),
  ],
  [
    'escaped',
    'with escapes, also in the names of its fields',
    (request, body) => withBody(request, escaped(JSON.stringify(body))),
  ],
  [
    'decimal',
    'with whole numbers written as decimals',
    (request, body) => withBody(request, JSON.stringify(body).replace(/:(\d+)(?=[,}])/g, ':$1.0')),
  ],
  [
    'exponent',
    'with its numbers written as 1e1 and 1E+1',
    (request, body) => withBody(request, tens(JSON.stringify(body))),
  ],
  // RFC 9110 12.5: what a client prefers; a request without a preference accepts anything.
  [
    'accept-capitals',
    'asking for JSON in capitals',
    (request) => withHeaders(request, { Accept: 'APPLICATION/JSON' }),
    'SHOULD',
  ],
  [
    'accept-range',
    'asking for applications, JSON among them',
    (request) => withHeaders(request, { Accept: 'text/html;q=0.3, application/*;q=0.8' }),
  ],
  [
    'accept-applications',
    'asking for any application',
    (request) => withHeaders(request, { Accept: 'application/*' }),
  ],
  ['accept-json', 'asking for JSON', (request) => withHeaders(request, { Accept: 'application/json' })],
  ['accept-empty', 'with an empty Accept', (request) => withHeaders(request, { Accept: '' }), 'SHOULD'],
  ['accept-none', 'without Accept', (request) => withHeaders(request, { Accept: undefined })],
  [
    'accept-browser',
    'with the Accept header of a browser',
    (request) =>
      withHeaders(request, { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }),
  ],
  [
    'language',
    'in another language',
    (request) => withHeaders(request, { 'Accept-Language': 'bn-BD, bn;q=0.9, de;q=0.5, *;q=0.1' }),
  ],
  // RFC 9110 10.1.5: who sends the request says nothing of what it means.
  [
    'agent-curl',
    'as curl sends it',
    (request) => withHeaders(request, { 'User-Agent': 'curl/8.5.0', Accept: '*/*' }),
  ],
  [
    'agent-none',
    'without User-Agent',
    (request) => withHeaders(request, { 'User-Agent': undefined }),
    'SHOULD',
  ],
  // Of a request without a body no sentence says what this means; many clients send it.
  [
    'typed',
    'with a Content-Type',
    (request) => withHeaders(request, { 'Content-Type': 'application/json' }),
    'SHOULD',
  ],
  ['identity', 'without compression', (request) => withHeaders(request, { 'Accept-Encoding': 'identity' })],
  [
    'identity-alone',
    'refusing compression',
    (request) => withHeaders(request, { 'Accept-Encoding': 'gzip;q=0, identity' }),
  ],
  // RFC 9110 10.1.1
  [
    'expect',
    'with an expectation',
    // On a connection of its own: Node's server sends the 100 while it still ends the response before.
    (request) => ({ ...withHeaders(request, { Expect: '100-continue' }), wire: {} }),
  ],
  // RFC 9112 9.3 and 9.6
  [
    'keep-alive',
    'on a connection that is to be kept',
    (request) => ({ ...request, wire: { connection: 'Keep-Alive' } }),
  ],
  ['close', 'on a connection of its own', (request) => withHeaders(request, { Connection: 'close' })],
];

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, child]) => [name, reversed(child)]),
  );
}

/** Every number is 10, in other notations: a box of ten pounds, ten in total. */
function tens(json: string): string {
  let count = 0;
  return json.replace(/:\d+(?:\.\d+)?(?=[,}])/g, () => (count++ % 2 === 0 ? ':1e1' : ':1E+1'));
}

function escaped(json: string): string {
  const texts = json.replace(/[aeiou](?=[^"]*"[,}])/g, unicodeEscape);
  return texts.replace(/"([a-z])(?=\w*":)/g, (_, letter: string) => `"${unicodeEscape(letter)}`);
}

function unicodeEscape(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
