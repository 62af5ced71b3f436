/** Patterns that are harmless one by one, sixty of them on one text: the request or response is refused, and others are served. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer as startMock, type DrydockServer } from '../../index.js';
import { CliProcess } from '../cli-process.js';
import { temporaryFolder } from '../temporary-folder.js';

const many = (count: number, letter: string) =>
  Array.from({ length: count }, (_, index) => ({
    pattern: `(a|b)*${letter}(a|b){${200 + index}}c?$`,
  }));
const folder = temporaryFolder();
const [spec, responses] = [join(folder, 'api.json'), join(folder, 'responses.json')];
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
    paths: { '/texts': { get: { responses: { 200: { description: 'Text.', ...media(texts) } } } } },
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
    const target = createServer((_request, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ text: hostileText(500_000) }));
    });
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
    const run = new CliProcess([
      'verify',
      url,
      '--spec',
      responses,
      '--only',
      'responses/*',
      '--report',
      'json',
    ]);
    const { out } = await run.finished;
    target.close();
    expect(out.join('\n')).toContain("the document's patterns take too much work");
  });
});
