import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { httpServer, wholeRequests } from '../../../conformance/testing/small-server.js';
import { describeUnless, whyMissing } from '../../../testing/unless.js';
import { codeNames, curlCommand, requestCode, type SentRequest } from './request-code.js';

const service = { address: 'http://mock', template: '/orders/{number}/notes' };
const request: SentRequest = {
  method: 'POST',
  url: "http://mock/api/v1/orders/A%201/notes?tag=a&tag=b&q=it's",
  headers: [
    ['X-A', "b 'c'"],
    ['X-Empty', ''],
  ],
  body: `{"a": "it's \\n \${x} \`"}`,
};

/** Runs JavaScript without its imports, with values in their place. */
async function run(code: string, given: Record<string, unknown>): Promise<void> {
  const made = Object.getPrototypeOf(async () => Promise.resolve()) as { constructor: FunctionConstructor };
  const plain = code.replaceAll(/^import .*$/gm, '').replaceAll('<paths>', '');
  const call = made.constructor(...Object.keys(given), plain) as (...values: unknown[]) => Promise<void>;
  await call(...Object.values(given));
}

const quiet = { log: () => undefined };

describe('curlCommand', () => {
  it('has only the options that differ from the defaults of curl', () => {
    expect(curlCommand({ method: 'GET', url: 'http://mock/a', headers: [], body: '' })).toBe(
      'curl http://mock/a',
    );
    expect(
      curlCommand({
        method: 'POST',
        url: 'http://mock/a?b=c&d',
        headers: [['Content-Type', 'text/plain']],
        body: '{"a": 1}',
      }),
    ).toBe(
      `curl -X POST 'http://mock/a?b=c&d' \\\n  -H 'Content-Type: text/plain' \\\n  --data-raw '{"a": 1}'`,
    );
  });
});

describeUnless(whyMissing('curl'), 'the command, pasted into a shell', () => {
  const type = ['content-type', 'text/plain'] as const;
  it.each<[string, Partial<SentRequest> & { path?: string }]>([
    ['brackets in the query', { path: '/a?tag[]=b&c={d,e}' }],
    ['dots in the path', { path: '/a/../b/./c' }],
    ['an empty header', { headers: [['x-empty', '']] }],
    ['HEAD', { method: 'HEAD' }],
    ['GET with a body', { method: 'GET', headers: [type], body: '{"a": 1}' }],
    ['a body that looks like a file of curl', { headers: [type], body: '@package.json' }],
    ['a body without a type', { body: 'a=b' }],
    ['no body', { method: 'POST', body: '' }],
  ])('sends %s as it was', async (_, { path = '/a', ...odd }) => {
    let got: unknown;
    const server = await httpServer(
      wholeRequests(({ method, url, headers }, body, response) => {
        got = { method, path: url, type: headers['content-type'], empty: headers['x-empty'], body };
        response.setHeader('Content-Length', 2).end('ok');
      }),
    );
    try {
      const sent = { method: odd.body === undefined ? 'GET' : 'POST', headers: [], body: '', ...odd };
      await promisify(execFile)('sh', ['-c', curlCommand({ ...sent, url: server.url + path })]);
      const headers = Object.fromEntries(sent.headers.map(([name, value]) => [name, value]));
      expect(got).toEqual({
        ...{ method: sent.method, path, body: sent.body },
        ...{ type: headers['content-type'], empty: headers['x-empty'] },
      });
    } finally {
      await server.close();
    }
  });
});

describe('the code of a request', () => {
  const headers = Object.fromEntries(request.headers);

  it('with fetch and axios sends the same request', async () => {
    const sent: unknown[] = [];
    const fetch = (url: string, options: object) => {
      sent.push({ url, ...options });
      return { status: 200, text: () => '' };
    };
    await run(requestCode('fetch', request, service), { fetch, console: quiet });
    const axios = {
      request: ({ data, validateStatus, ...options }: Record<string, unknown>) => {
        sent.push({ ...options, body: data });
        return { validateStatus };
      },
    };
    await run(requestCode('axios', request, service), { axios, console: quiet });
    const { method, url, body } = request;
    expect(sent).toEqual([
      { method, url, headers, body },
      { method, url, headers, body },
    ]);
  });

  it('with fetch has a JSON body as a value where that is the same to the character', async () => {
    const body = JSON.stringify({ a: "it's", b: [1, null] }, null, 2);
    const code = requestCode('fetch', { ...request, body }, service);
    expect(code).toContain('"a": "it\'s"');
    const sent: unknown[] = [];
    const fetch = (_url: string, options: { body: string }) => {
      sent.push(options.body);
      return { status: 200, text: () => '' };
    };
    await run(code, { fetch, console: quiet });
    expect(sent).toEqual([body]);
  });

  it('with openapi-fetch names the path of the document and its parameters', async () => {
    const made: unknown[] = [];
    const client = {
      POST: (...given: unknown[]) => {
        made.push(...given);
        return { response: { status: 200 } };
      },
    };
    const createClient = (options: object) => {
      made.push(options);
      return client;
    };
    await run(requestCode('openapi-fetch', request, service), { createClient, console: quiet });
    expect(made).toEqual([
      { baseUrl: 'http://mock/api/v1' },
      '/orders/{number}/notes',
      {
        params: { path: { number: 'A 1' }, query: { tag: ['a', 'b'], q: "it's" } },
        headers,
        body: JSON.parse(request.body) as unknown,
      },
    ]);
  });

  it('with HTTPie has each header as an item, and the body as it is', () => {
    const given = { ...request, url: 'http://mock/a', body: '{"a": 1}' };
    const items = `'X-A:b '\\''c'\\''' \\\n  'X-Empty;'`;
    expect(requestCode('HTTPie', given, service)).toBe(
      `http --ignore-stdin POST http://mock/a \\\n  ${items} \\\n  Content-Type: \\\n  --raw='{"a": 1}'`,
    );
    const typed = { ...given, headers: [['content-type', 'text/plain']] as const };
    expect(requestCode('HTTPie', typed, service)).not.toContain('Content-Type:');
  });

  it.each(codeNames)('with %s reads a secret from the environment', (name) => {
    const headers = [['Authorization', 'Bearer ', 'DRYDOCK_KEY']] as const;
    const get = { method: 'GET', url: 'http://mock/a', headers, body: '' };
    const code = requestCode(name, get, { ...service, template: '/a' });
    expect(code).toContain('DRYDOCK_KEY');
    expect(code).not.toContain('params');
  });
});
