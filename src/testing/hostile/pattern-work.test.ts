/** Patterns that are harmless one by one, sixty of them on one text: the request or response is refused, and others are served. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer as startMock, type DrydockServer } from '../../index.js';
import { CliProcess } from '../cli-process.js';
import { temporaryFolder } from '../temporary-folder.js';

const many = (count: number, letter: string) =>
  Array.from({ length: count }, (_, index) => ({
    pattern: `(a|b)*${letter}(a|b){${200 + index}}c?$`,
  }));
const folder = temporaryFolder();
const [spec, responses, requests] = [
  join(folder, 'api.json'),
  join(folder, 'responses.json'),
  join(folder, 'requests.json'),
];
const media = (schema: object) => ({ content: { 'application/json': { schema } } });
const texts = { type: 'object', properties: { text: { type: 'string', allOf: many(60, 'a') } } };
writeFileSync(
  spec,
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {
      '/texts': {
        post: {
          operationId: 'addText',
          parameters: Array.from({ length: 20 }, (_, index) => ({
            ...{ name: `p${index}`, in: 'query', schema: { type: 'string', allOf: many(10, 'b') } },
          })),
          requestBody: media(texts),
          responses: {
            200: { description: 'Done.' },
            400: {
              description: 'No.',
              ...media({ type: 'object', properties: { message: { type: 'string' } } }),
            },
          },
        },
      },
      '/others': {
        post: {
          operationId: 'addOther',
          requestBody: media({
            type: 'object',
            properties: { text: { type: 'string', pattern: '^[a-z]+$' } },
          }),
          responses: { 200: { description: 'Done.' }, 400: { description: 'No.' } },
        },
      },
    },
  }),
);

writeFileSync(
  responses,
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {
      '/texts': {
        get: { responses: { 200: { description: 'Text.', ...media({ ...texts, required: ['text'] }) } } },
      },
    },
  }),
);

writeFileSync(
  requests,
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {
      '/texts': {
        get: {
          operationId: 'findTexts',
          parameters: [{ name: 'like', in: 'query', required: true, schema: texts.properties.text }],
          responses: { 200: { description: 'Texts.' } },
        },
        post: {
          operationId: 'addText',
          requestBody: { ...media({ ...texts, required: ['text'] }), required: true },
          responses: { 200: { description: 'Done.' } },
        },
      },
      '/others': { get: { operationId: 'listOthers', responses: { 200: { description: 'Others.' } } } },
    },
  }),
);

/** Letters in no order that repeats, so that each character leads to ways that were never followed. */
function hostileText(length: number): string {
  let state = 1;
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state & 65_536 ? 'a' : 'b';
  }).join('');
}

let mock: DrydockServer;
beforeAll(async () => {
  mock = await startMock({ port: 0, spec, log: () => undefined });
});
afterAll(() => mock.close());

const post = (path: string, text: string): Promise<Response> =>
  fetch(`${mock.url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ text }),
  });

const longText = JSON.stringify({ text: hostileText(500_000) });

/** A run against a target that has a long text for a path that it knows. */
async function verify(
  document: string,
  ...options: readonly string[]
): Promise<{ code: unknown; out: string }> {
  const target = createServer(({ url = '' }, response) => {
    response.statusCode = /^\/(texts|others)\b/.test(url) ? 200 : 404;
    response.setHeader('Content-Type', 'application/json');
    response.end(longText);
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  const run = new CliProcess(['verify', url, '--spec', document, ...options]);
  const { exitCode: code, out } = await run.finished;
  target.close();
  return { code, out: out.join('\n') };
}

describe('sixty patterns and one text', () => {
  it('of 1 MiB are refused in the body of a request, and a neighbour is answered', async () => {
    const [refused, other] = await Promise.all([
      post('/texts', hostileText(1_000_000)),
      post('/others', 'word'),
    ]);
    expect([refused.status, other.status]).toEqual([400, 200]);
    expect(refused.headers.get('x-mock-problems') ?? (await refused.text())).toContain('less work');
  });

  it('in many parameters share the budget of the request', async () => {
    const query = Array.from({ length: 20 }, (_, index) => `p${index}=${hostileText(600)}`).join('&');
    expect((await post(`/texts?${query}`, 'ab')).status).toBe(400);
  });

  it('decide about a text that takes little work', async () => {
    expect((await post('/texts', 'ccc')).status).toBe(400);
    expect((await post('/others', 'x'.repeat(900_000))).status).toBe(200);
    expect((await post('/others', `${'x'.repeat(900_000)}1`)).status).toBe(400);
  });

  it('leave a response of a target without a verdict', async () => {
    const { out } = await verify(responses, '--only', 'responses/*', '--report', 'json');
    expect(out).toContain("the document's patterns take too much work");
  });

  it('leave out the cases of a run whose requests nobody can make, and the run says so', async () => {
    const { code, out } = await verify(requests, '--allow-writes');
    const notKnown =
      "Cases of 2 operations were left out, for it is not known whether their requests are right: the document's patterns take too much work: findTexts, addText.";
    expect(out).toContain(
      `COULD NOT JUDGE: ${notKnown} For a verdict about the rest, ask for it (--partial).`,
    );
    expect(code).toBe(3);
    const partial = await verify(requests, '--allow-writes', '--partial');
    expect(partial.out).toContain(notKnown);
    expect(partial.out).not.toContain('COULD NOT JUDGE');
    expect((await verify(requests, '--allow-writes', '--plan')).out).toContain(notKnown);
  });

  it('leave a response of the mock without a value that matches them', async () => {
    const texts = await startMock({ port: 0, spec: responses, log: () => undefined });
    const response = await fetch(`${texts.url}/texts`);
    expect([response.status, await response.json()]).toEqual([200, { text: expect.any(String) }]);
    await texts.close();
  });
});
