import type { CaseDraft } from '../../src/conformance/case.js';
import { withBody, withHeaders } from '../../src/conformance/request.js';
import type { RequestParts } from '../../src/conformance/request.js';
import { rule } from '../../src/conformance/rule.js';

type Spelling = readonly [detail: string, title: string, apply: (request: RequestParts, body: unknown) => RequestParts];

/** The same request in other words that HTTP and JSON hold to be the same. */
const spellings: readonly Spelling[] = [
  ['charset', 'with a charset', (request) => withHeaders(request, { 'Content-Type': 'application/json; charset=utf-8' })],
  ['indented', 'with blanks and line feeds', (request, body) => withBody(request, JSON.stringify(body, null, 4))],
  ['reversed', 'with its fields in another order', (request, body) => withBody(request, JSON.stringify(reversed(body)))],
  ['escaped', 'with escapes', (request, body) => withBody(request, escaped(JSON.stringify(body)))],
  ['decimal', 'with whole numbers written as decimals', (request, body) => withBody(request, JSON.stringify(body).replace(/:(\d+)(?=[,}])/g, ':$1.0'))],
  ['exponent', 'with its numbers in exponents', (request, body) => withBody(request, exponents(JSON.stringify(body)))],
  ['accept-json', 'asking for JSON', (request) => withHeaders(request, { Accept: 'application/json' })],
  ['accept-none', 'without Accept', (request) => withHeaders(request, { Accept: undefined })],
  ['accept-browser', 'as a browser asks', (request) => withHeaders(request, { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' })],
  ['identity', 'without compression', (request) => withHeaders(request, { 'Accept-Encoding': 'identity' })],
  ['close', 'on a connection of its own', (request) => withHeaders(request, { Connection: 'close' })],
];

export default rule({
  title: 'A valid request is served however it is spelled.',
  level: 'MUST',
  section: '4',
  sentence: 'Request bodies are JSON with Content-Type: application/json. Responses are JSON.',
  expected: ['the documented status of success'],
  scope: 'service',
  priority: 3,
  cases: (planner) =>
    planner.operations
      .filter((operation) => planner.stated.levelOf(operation) === 'MUST')
      .flatMap((operation) => {
        const valid = planner.request(operation);
        const body: unknown = valid.body === undefined ? undefined : JSON.parse(valid.body.toString());
        return spellings
          .filter(([detail]) => body !== undefined || /^(accept|identity|close)/.test(detail))
          .map(([detail, title, apply]): CaseDraft => ({
            detail,
            title: `a valid request ${title}`,
            operation,
            request: apply(valid, body),
            accept: planner.successes(operation),
          }));
      }),
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).reverse().map(([name, child]) => [name, reversed(child)]));
}

/** `12.5` becomes `1.25e+1`. */
function exponents(json: string): string {
  return json.replace(/:(\d+(?:\.\d+)?)(?=[,}])/g, (_, number: string) => `:${Number(number).toExponential()}`);
}

function escaped(json: string): string {
  return json.replace(/[aeiou](?=[^"]*"[,}])/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
