/** Bodies of XML in a mock that remembers, from outside. */
import { describe, expect, it } from 'vitest';
import { fc } from '../../testing/properties/fast-check.js';
import { httpRequest } from '../../testing/http-request.js';
import { startMock } from '../../testing/mock-server.js';
import { temporaryFile } from '../../testing/temporary-folder.js';

const xmlOf = (schema: object) => ({ content: { 'application/xml': { schema } } });
const bothOf = (schema: object) => ({
  content: { 'application/json': { schema }, 'application/xml': { schema } },
});
const pet = { $ref: '#/components/schemas/Pet' };
const made = (body: object) => ({ 201: { description: 'Made.', ...body } });
const found = (body: object) => ({ 200: { description: 'Found.', ...body } });
const id = { name: 'petId', in: 'path', required: true, schema: { type: 'integer' } };

function resource(of: (schema: object) => object) {
  return {
    collection: {
      get: { responses: found(of({ type: 'array', items: pet, xml: { name: 'pets', wrapped: true } })) },
      post: { requestBody: { required: true, ...of(pet) }, responses: made(of(pet)) },
    },
    item: {
      parameters: [id],
      get: { responses: found(of(pet)) },
      put: { requestBody: { required: true, ...of(pet) }, responses: found(of(pet)) },
      delete: { responses: { 204: { description: 'Gone.' } } },
    },
  };
}

const [onlyXml, both] = [resource(xmlOf), resource(bothOf)];
const spec = temporaryFile(
  'pets.json',
  JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Pets', version: '1' },
    paths: {
      '/pets': onlyXml.collection,
      '/pets/{petId}': onlyXml.item,
      '/animals': both.collection,
      '/animals/{petId}': both.item,
    },
    components: {
      schemas: {
        Pet: {
          type: 'object',
          required: ['name'],
          xml: { name: 'pet', namespace: 'urn:pets', prefix: 'p' },
          properties: {
            id: { type: 'integer', readOnly: true, xml: { attribute: true } },
            name: { type: 'string', xml: { name: 'full-name' } },
            age: { type: 'number' },
            isTame: { type: 'boolean' },
            home: { type: 'object', properties: { city: { type: 'string' } } },
            tags: { type: 'array', items: { type: 'string', xml: { name: 'tag' } }, xml: { wrapped: true } },
            toys: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
          },
        },
      },
    },
  }),
);
const server = await startMock({ spec, stateful: true, validateResponses: true });
let clients = 0;

function client() {
  const key = `dk_test_xml${(clients += 1)}`;
  return async (method: string, path: string, body?: string, type = 'application/xml') => {
    const { status, text, headers } = await httpRequest(server.origin + path, {
      method,
      headers: {
        ...{ Authorization: `Bearer ${key}`, Accept: type },
        ...(body !== undefined && { 'Content-Type': type }),
      },
      ...(body !== undefined && { body }),
    });
    return { status, text, fallback: headers.get('x-mock-fallback'), location: headers.get('location') };
  };
}

const rex = `<?xml version="1.0"?><!DOCTYPE pet><q:pet xmlns:q="urn:pets"><full-name>Rex &amp; <![CDATA[Co]]></full-name>
  <age>4.5</age><isTame>true</isTame><home><city>Oslo</city></home>
  <tags><tag>brown</tag><tag>5</tag></tags><toys><name>ball</name></toys><toys><name>bone</name></toys></q:pet>`;

const asJson = {
  name: 'Rex & Co',
  age: 4.5,
  isTame: true,
  home: { city: 'Oslo' },
  tags: ['brown', '5'],
  toys: [{ name: 'ball' }, { name: 'bone' }],
};

describe('a mock that remembers', () => {
  it('makes, reads, lists, replaces and removes what came as XML, where the document has nothing else', async () => {
    const call = client();
    const before = await call('GET', '/pets');
    const post = await call('POST', '/pets', rex);
    expect(post).toMatchObject({ status: 201, fallback: null });
    const [, petId = ''] = /<p:pet xmlns:p="urn:pets" id="(\d+)">/.exec(post.text) ?? [];
    for (const part of ['<full-name>Rex &amp; Co</full-name>', '<tags><tag>brown</tag><tag>5</tag></tags>'])
      expect(post.text).toContain(part);
    expect((await call('GET', `/pets/${petId}`)).text).toBe(post.text);
    const listed = await call('GET', '/pets');
    expect(listed.text.match(/<p:pet /g)).toHaveLength((before.text.match(/<p:pet /g)?.length ?? 0) + 1);
    expect(listed.text).toContain('Rex &amp; Co');
    await call('PUT', `/pets/${petId}`, '<pet><full-name>Mia</full-name></pet>');
    expect((await call('GET', `/pets/${petId}`)).text).toContain('<full-name>Mia</full-name>');
    expect((await client()('GET', '/pets')).text).not.toContain('Mia');
    expect((await call('DELETE', `/pets/${petId}`)).status).toBe(204);
    expect((await call('GET', `/pets/${petId}`)).status).toBe(404);
  });

  it('makes of XML what it makes of JSON, where the document has both', async () => {
    const call = client();
    const fromXml = await call('POST', '/animals', rex);
    const [, petId = ''] = / id="(\d+)"/.exec(fromXml.text) ?? [];
    const read = await call('GET', `/animals/${petId}`, undefined, 'application/json');
    expect(JSON.parse(read.text)).toEqual({ id: Number(petId), ...asJson });
    const fromJson = await call('POST', '/animals', JSON.stringify(asJson), 'application/json');
    const { id: other, ...rest } = JSON.parse(fromJson.text) as { id: number };
    expect(rest).toEqual(asJson);
    expect((await call('GET', `/animals/${other}`)).text.replace(/ id="\d+"/, '')).toBe(
      fromXml.text.replace(/ id="\d+"/, ''),
    );
  });

  it.each(['<pet><full-name>Rex</pet>', 'no XML', '{"name":"Rex"}'])(
    'says that it does not remember %s',
    async (body) => {
      const post = await client()('POST', '/pets', body);
      expect(post).toMatchObject({ status: 201, fallback: 'a body of this media type is not remembered' });
    },
  );

  it('changes nothing for a client that accepts no documented media type, with strictAccept', async () => {
    const strict = await startMock({ spec, stateful: true, strictAccept: true });
    const ask = (method: string, accept: string, body?: string) =>
      httpRequest(`${strict.origin}/pets`, {
        method,
        headers: { Accept: accept, ...(body !== undefined && { 'Content-Type': 'application/xml' }) },
        ...(body !== undefined && { body }),
      });
    const before = await ask('GET', 'application/xml');
    expect((await ask('GET', 'application/json')).status).toBe(406);
    expect((await ask('POST', 'application/json', rex)).status).toBe(406);
    expect((await ask('GET', 'application/xml')).text).toBe(before.text);
    expect((await ask('POST', 'application/*', rex)).status).toBe(201);
    expect((await ask('GET', 'application/xml')).text).toContain('Rex');
  });

  it('says in XML what was sent in XML, whatever it was', async () => {
    const call = client();
    const text = fc.stringMatching(/^[\x21-\x7e]{1,12}$/);
    const pets = fc.record(
      {
        name: text,
        age: fc.integer({ min: -1000, max: 1000 }),
        isTame: fc.boolean(),
        home: fc.record({ city: text }),
        tags: fc.array(text, { minLength: 1, maxLength: 3 }),
        toys: fc.array(fc.record({ name: text }), { minLength: 1, maxLength: 3 }),
      },
      { requiredKeys: ['name'] },
    );
    await fc.assert(
      fc.asyncProperty(pets, async (sent) => {
        const { text: posted } = await call('POST', '/animals', JSON.stringify(sent), 'application/json');
        const { id: petId } = JSON.parse(posted) as { id: number };
        const inXml = await call('GET', `/animals/${petId}`);
        const again = await call('POST', '/animals', inXml.text);
        expect(again.fallback).toBeNull();
        const [, copyId = ''] = / id="(\d+)"/.exec(again.text) ?? [];
        const copy = await call('GET', `/animals/${copyId}`, undefined, 'application/json');
        expect(JSON.parse(copy.text)).toEqual({ ...(JSON.parse(posted) as object), id: Number(copyId) });
      }),
      { numRuns: 40 },
    );
  });
});
