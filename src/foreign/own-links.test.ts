/** Links of examples to the real service, as a client that follows them meets them. */
import { describe, expect, it } from 'vitest';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createFetchHandler, type CompiledDocument } from '../fetch/index.js';
import { CliProcess } from '../testing/cli-process.js';
import { send, startMock } from '../testing/mock-server.js';
import { temporaryFile, temporaryFolder } from '../testing/temporary-folder.js';

const link = { type: 'string', format: 'uri' };
const answer = (schema: object, example: unknown, headers: object = {}) => ({
  get: {
    responses: { 200: { description: '', headers, content: { 'application/json': { schema, example } } } },
  },
});
const batch = {
  id: 'b1',
  results_url: 'https://api.example.com/v1/batches/b1/results?limit=2#first',
  _links: { next: [{ href: 'HTTPS://API.example.com:443/v1/batches?page=2' }] },
  eu: 'https://eu.example.net/v1/batches',
  asia: 'https://asia.example.net/v1/batches',
  tenant: 'https://acme.example.org/t1/batches',
  upload: 'https://files.example.com/batches',
  template: 'https://api.example.com/v1/batches{/id}{?page,limit}',
  logo: 'https://cdn.example.com/logo.png',
  port: 'https://api.example.com:8443/v1/batches',
  script: 'https://api.example.com/v1x/batches',
  docs: 'https://api.example.com/v1/documentation',
  named: 'See https://api.example.com/v1/batches for all.',
  key: 'https://me:secret@api.example.com/v1/batches',
};
const strict = {
  type: 'object',
  properties: {
    secure: { type: 'string', pattern: '^https://' },
    fixed: { const: 'https://api.example.com/v1/batches' },
    one: { enum: ['https://api.example.com/v1/batches'] },
    free: link,
  },
};
const address = 'https://api.example.com/v1/batches';
const document = {
  openapi: '3.1.0',
  info: { title: 'Batches', version: '1' },
  servers: [
    { url: 'https://api.example.com/v1' },
    {
      url: 'https://{region}.example.net/v1',
      variables: { region: { default: 'us', enum: ['us', 'eu'] } },
    },
    {
      url: 'https://{tenant}.example.org/{stage}',
      variables: { tenant: { default: 'demo' }, stage: { default: 't0' } },
    },
  ],
  paths: {
    '/batches': answer({ type: 'array' }, [batch], {
      Location: { schema: link, example: 'https://api.example.com/elsewhere' },
      'X-Results': { schema: link, example: address },
      'X-Help': { schema: link, example: 'https://api.example.com/help' },
    }),
    '/batches/{id}': { delete: { responses: { 204: { description: '' } } } },
    '/batches/{id}/results': answer({ type: 'object' }, { rows: [1, 2] }),
    '/strict': answer(strict, { secure: address, fixed: address, one: address, free: address }),
    '/broken': answer({ type: 'integer' }, address),
    '/files': { servers: [{ url: 'https://files.example.com/' }], ...answer({}, address) },
  },
};
const spec = temporaryFile('batches.json', JSON.stringify(document));
const server = await startMock({ spec });
const { origin } = new URL(server.url);

async function batchAt(path: string): Promise<typeof batch> {
  const [first] = (await (await fetch(origin + path)).json()) as [typeof batch];
  return first;
}

describe('a link to the service', () => {
  it('in a body leads a client to the operation of the mock', async () => {
    const { results_url: results, _links: links } = await batchAt('/v1/batches');
    expect(results).toBe(`${origin}/v1/batches/b1/results?limit=2#first`);
    expect(await (await fetch(results)).json()).toEqual({ rows: [1, 2] });
    const next = links.next[0]?.href ?? '';
    expect(next).toBe(`${origin}/v1/batches?page=2`);
    expect((await fetch(next)).status).toBe(200);
  });

  it('is known by every server of the document and every value of its variables', async () => {
    expect(await batchAt('/v1/batches')).toMatchObject({
      eu: `${origin}/v1/batches`,
      tenant: `${origin}/t1/batches`,
      upload: `${origin}/batches`,
    });
  });

  it('may be a template', async () => {
    expect((await batchAt('/v1/batches')).template).toBe(`${origin}/v1/batches{/id}{?page,limit}`);
  });

  it('stays where the mock does not serve what it names, and where a sentence mentions it', async () => {
    const { asia, logo, port, script, docs, named, key } = batch;
    expect(await batchAt('/v1/batches')).toMatchObject({ asia, logo, port, script, docs, named, key });
  });

  it('stays where the schema would refuse the other address', async () => {
    expect((await send(server, 'GET', '/strict')).json).toEqual({
      ...{ secure: address, fixed: address, one: address },
      free: `${origin}/v1/batches`,
    });
  });

  it('has the address by which each client reaches the mock', async () => {
    const port = new URL(origin).port;
    const seen = [origin, `http://localhost:${port}`, origin].map(async (at) => {
      const [one] = (await (await fetch(`${at}/v1/batches`)).json()) as [typeof batch];
      return one.eu === `${at}/v1/batches`;
    });
    expect(await Promise.all(seen)).toEqual([true, true, true]);
  });

  it('has the public address of a mock behind a proxy', async () => {
    const behind = await startMock({ spec, publicUrl: 'https://mock.example.edu' });
    expect((await send(behind, 'GET', '/strict')).json).toMatchObject({
      secure: 'https://mock.example.edu/v1/batches',
    });
  });

  it('in a header leads to the mock: always where clients follow it by themselves', async () => {
    const { headers } = await fetch(`${origin}/v1/batches`);
    expect(['location', 'x-results', 'x-help'].map((name) => headers.get(name))).toEqual([
      `${origin}/elsewhere`,
      `${origin}/v1/batches`,
      'https://api.example.com/help',
    ]);
  });

  it('leads to the mock where a client asks for a status or an example by name', async () => {
    for (const Prefer of ['code=200', 'example=default']) {
      const response = await send(server, 'GET', '/batches', { headers: { Prefer } });
      const [first] = response.json as unknown as [typeof batch];
      expect(first.results_url).toBe(`${origin}/v1/batches/b1/results?limit=2#first`);
      expect(response.headers.get('location')).toBe(`${origin}/elsewhere`);
    }
    const strictly = await send(server, 'GET', '/strict', { headers: { Prefer: 'code=200' } });
    expect(strictly.json).toMatchObject({ secure: address, free: `${origin}/v1/batches` });
  });

  it('leads to the mock in an example that breaks its schema and is sent all the same', async () => {
    const all = await startMock({ spec, examples: 'document' });
    const response = await send(all, 'GET', '/broken');
    expect(response.json).toBe(`${new URL(all.url).origin}/v1/batches`);
  });

  it('leads to the handler in another runtime', async () => {
    const file = join(temporaryFolder(), 'batches.mjs');
    expect((await new CliProcess(['compile', spec, '--output', file]).finished).exitCode).toBe(0);
    const module = (await import(pathToFileURL(file).href)) as { default: CompiledDocument };
    const handler = createFetchHandler({ document: module.default });
    const response = await handler(new Request('http://mock.test/v1/batches'));
    const [first] = (await response.json()) as [typeof batch];
    expect(first.results_url).toBe('http://mock.test/v1/batches/b1/results?limit=2#first');
    const results = await handler(new Request(first.results_url));
    expect(await results.json()).toEqual({ rows: [1, 2] });
  });
});

describe('documents served together', () => {
  it('keep the prefix of each in its links', async () => {
    const joined = await startMock({ spec: [`/one=${spec}`, `/two=${spec}`] });
    const at = new URL(joined.url).origin;
    const response = await fetch(`${at}/one/v1/batches`);
    expect(((await response.json()) as [typeof batch])[0].eu).toBe(`${at}/one/v1/batches`);
  });
});
