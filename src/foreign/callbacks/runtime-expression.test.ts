import { expect, it } from 'vitest';
import { expandExpressions, type ExpressionFacts } from './runtime-expression.js';

const named = (values: Record<string, string>) => (name: string) =>
  Object.hasOwn(values, name) ? values[name] : undefined;
const nothing = named({});

/** The exchange of the examples in OpenAPI 3.1, section 4.8.20.4. */
const facts: ExpressionFacts = {
  url: 'http://example.org/subscribe/myevent?queryUrl=http%3A%2F%2Fclientdomain.com%2Fstillrunning',
  method: 'POST',
  statusCode: 201,
  request: {
    header: named({ 'content-type': 'application/json' }),
    query: named({ queryUrl: 'http://clientdomain.com/stillrunning' }),
    path: named({ eventType: 'myevent' }),
    body: {
      failedUrl: 'http://clientdomain.com/failed',
      successUrls: ['http://clientdomain.com/fast', 'http://clientdomain.com/medium'],
      'a/b': { '': 7 },
    },
  },
  response: {
    header: named({ location: 'http://example.org/subscription/1' }),
    query: nothing,
    path: nothing,
    body: 'http://clientdomain.com/text',
  },
};

it.each([
  ['$url', facts.url],
  ['$method', 'POST'],
  ['$statusCode', '201'],
  ['$request.path.eventType', 'myevent'],
  ['$request.query.queryUrl', 'http://clientdomain.com/stillrunning'],
  ['$request.header.Content-Type', 'application/json'],
  ['$request.body#/failedUrl', 'http://clientdomain.com/failed'],
  ['$request.body#/successUrls/1', 'http://clientdomain.com/medium'],
  ['$request.body#/a~1b/', '7'],
  ['$response.header.Location', 'http://example.org/subscription/1'],
  ['$response.body', 'http://clientdomain.com/text'],
  ['{$request.body#/failedUrl}?e={$request.path.eventType}', 'http://clientdomain.com/failed?e=myevent'],
  ['http://127.0.0.1/fixed', 'http://127.0.0.1/fixed'],
  ['$request.body#/successUrls', undefined],
  ['$request.body#/__proto__', undefined],
  ['{$request.body#/missing}/x', undefined],
  ['$request.cookie.a', undefined],
])('%s is %s', (text, expected) => {
  expect(expandExpressions(text, facts)).toBe(expected);
});
