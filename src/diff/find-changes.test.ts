import { describe, expect, it } from 'vitest';
import { loadContract } from '../contract/load-contract.js';
import type { Contract } from '../contract/contract.js';
import { findChanges } from './find-changes.js';
import { changeKinds, type ChangeKindName } from './change-kinds.js';
import { knownChanges } from './testing/known-changes.js';
import { documentOf, requestOf, responseOf } from './testing/thing-documents.js';

const load = (document: object): Promise<Contract> =>
  loadContract('openapi.json', { text: JSON.stringify(document) });

async function changesOf(old: object, now: object) {
  return findChanges(await load(old), await load(now));
}

describe('findChanges', () => {
  it.each(knownChanges)('finds $title', async ({ old, new: now, kind, direction, effect, certainty }) => {
    const found = await changesOf(old, now);
    expect(found).toContainEqual(expect.objectContaining({ kind, direction, effect }));
    const [one] = found.filter((change) => change.kind === kind);
    if (effect === 'breaking') expect(one).toMatchObject({ certainty });
    expect(one?.text).toMatch(/^\S.*\S$/);
    expect(one?.new?.line ?? one?.old?.line).toBeGreaterThan(0);
  });

  it('finds each kind of change in the known changes, forwards or backwards', async () => {
    const found = new Set<string>();
    for (const { old, new: now } of knownChanges)
      for (const change of [...(await changesOf(old, now)), ...(await changesOf(now, old))])
        found.add(change.kind);
    expect([...found].sort()).toEqual(Object.keys(changeKinds).sort());
  });

  it.each(knownChanges)('finds nothing in a document beside itself: $title', async ({ old, new: now }) => {
    expect([await changesOf(old, old), await changesOf(now, now)]).toEqual([[], []]);
  });

  it.each(knownChanges.filter(({ effect }) => effect === 'breaking'))(
    'does not find the same backwards: $title',
    async ({ title, old, new: now, kind, direction }) => {
      const back = await changesOf(now, old);
      const isTwoWay =
        (twoWay.has(kind) && !title.startsWith('specializing a parameter')) || title.startsWith('modifying');
      expect(back.some((change) => change.kind === kind && change.direction === direction)).toBe(isTwoWay);
    },
  );
});

/** Kinds that are the same backwards. */
const twoWay = new Set<ChangeKindName>([
  ...(['type-changed', 'discriminator-changed', 'condition-changed', 'default-changed'] as const),
  ...(['parameter-style-changed', 'media-type-removed'] as const),
  ...(['content-changed', 'token-address-changed', 'field-style-changed'] as const),
  'callback-address-changed',
]);

describe('findChanges by meaning', () => {
  const name = {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', minLength: 1 }, kind: { enum: ['a', 'b'] } },
  };

  it.each<[string, object, object]>([
    [
      'a reference in place of the schema',
      responseOf(name),
      { ...responseOf({ $ref: '#/components/schemas/Name' }), components: { schemas: { Name: name } } },
    ],
    [
      'a component of another name',
      { ...responseOf({ $ref: '#/components/schemas/A' }), components: { schemas: { A: name } } },
      { ...responseOf({ $ref: '#/components/schemas/B' }), components: { schemas: { B: name } } },
    ],
    [
      'allOf flattened',
      responseOf(name),
      responseOf({
        allOf: [
          { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
          { properties: { name: { minLength: 1 }, kind: { enum: ['a', 'b'] } } },
        ],
      }),
    ],
    [
      'members in another order',
      responseOf(name),
      responseOf({
        properties: { kind: { enum: ['b', 'a'] }, name: { minLength: 1, type: 'string' } },
        required: ['name'],
        type: 'object',
      }),
    ],
    [
      'nullable of 3.0 and a type of 3.1',
      { ...requestOf({ type: 'string', nullable: true }), openapi: '3.0.3' },
      requestOf({ type: ['string', 'null'] }),
    ],
    [
      'a union with null',
      requestOf({ anyOf: [{ type: 'string' }, { type: 'null' }] }),
      requestOf({ type: ['null', 'string'] }),
    ],
    [
      'an exclusive bound of 3.0 and of 3.1',
      { ...requestOf({ type: 'number', minimum: 0, exclusiveMinimum: true }), openapi: '3.0.3' },
      requestOf({ type: 'number', exclusiveMinimum: 0 }),
    ],
    [
      'base64 of 3.0 and of 3.1',
      { ...requestOf({ type: 'string', format: 'byte' }), openapi: '3.0.3' },
      requestOf({ type: 'string', contentEncoding: 'base64' }),
    ],
    [
      'a bound of whole numbers',
      requestOf({ type: 'integer', exclusiveMinimum: 0 }),
      requestOf({ type: 'integer', minimum: 1 }),
    ],
    [
      'alternatives in another order',
      responseOf({ oneOf: [name, { type: 'array', items: name }] }),
      responseOf({ oneOf: [{ type: 'array', items: name }, name] }),
    ],
    ['const and an enum of one value', requestOf({ const: 'a' }), requestOf({ enum: ['a'] })],
    [
      'constants side by side and an enum',
      requestOf({ oneOf: [{ const: 'a' }, { const: 'b' }] }),
      requestOf({ enum: ['a', 'b'] }),
    ],
    [
      'words for people',
      requestOf({ type: 'string', description: 'old', example: 'a' }),
      requestOf({ type: 'string', title: 'new' }),
    ],
    ['another name of a path parameter', pathOf('/things/{id}', 'id'), pathOf('/things/{thing}', 'thing')],
    [
      'a path that begins with the base path',
      { ...pathOf('/v1/things/{id}', 'id') },
      { ...pathOf('/things/{id}', 'id'), servers: [{ url: '/v1' }] },
    ],
    ['3.1 and 3.2', requestOf(name), { ...requestOf(name), openapi: '3.2.0' }],
  ])('finds no change in %s', async (_, old, now) => {
    expect([await changesOf(old, now), await changesOf(now, old)]).toEqual([[], []]);
  });

  it('compares schemas that contain themselves', async () => {
    const tree = (value: object) => ({
      ...responseOf({ $ref: '#/components/schemas/Tree' }),
      components: {
        schemas: {
          Tree: { type: 'object', properties: { value, next: { $ref: '#/components/schemas/Tree' } } },
        },
      },
    });
    const found = await changesOf(tree({ type: 'integer' }), tree({ type: 'number' }));
    expect(found.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
      'type-widened: response 200 body /value was integer, may be number',
    ]);
  });

  it('compares a union of what is required with a schema that has none', async () => {
    const state = { type: 'string' };
    const plain = { type: 'object', properties: { state, owner: state }, required: ['state'] };
    const either = {
      type: 'object',
      properties: { state, owner: state },
      anyOf: [{ required: ['state'] }, { required: ['owner'] }],
    };
    const forth = await changesOf(requestOf(plain), requestOf(either));
    expect(forth.map(({ kind, effect }) => [kind, effect])).toEqual([['alternative-added', 'harmless']]);
    const back = await changesOf(requestOf(either), requestOf(plain));
    expect(back.map(({ kind, effect }) => [kind, effect])).toEqual([['alternative-removed', 'breaking']]);
  });

  it('misses no alternative that another one takes as well', async () => {
    const list = (items: object) => ({ type: 'object', properties: { labels: { type: 'array', items } } });
    const [text, object] = [{ type: 'string' }, { type: 'object', properties: { name: { type: 'string' } } }];
    const apart = { oneOf: [list(text), list(object)] };
    const together = list({ oneOf: [text, object] });
    const forth = await changesOf(requestOf(apart), requestOf(together));
    expect(forth.filter(({ effect }) => effect === 'breaking')).toEqual([]);
    const fewer = await changesOf(requestOf(apart), requestOf(list(text)));
    expect(fewer.filter(({ effect }) => effect === 'breaking').map(({ kind }) => kind)).toEqual([
      'alternative-removed',
    ]);
  });

  it('tells one change of a shared schema once, with each operation that has it', async () => {
    const shared = (values: string[]) => ({
      ...documentOf(
        {},
        { paths: { '/a': { get: { responses: answer } }, '/b': { get: { responses: answer } } } },
      ),
      components: { schemas: { Unit: { enum: values } } },
    });
    const answer = {
      '200': {
        description: 'Unit',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Unit' } } },
      },
    };
    const [change, ...others] = await changesOf(shared(['kg']), shared(['kg', 'lb', 'oz']));
    expect(others).toEqual([]);
    expect(change).toMatchObject({
      id: 'response/enum-values-added@/components/schemas/Unit/enum',
      effect: 'breaking',
    });
    expect(change?.at.map(({ operation }) => operation.path)).toEqual(['/a', '/b']);
  });
});

function pathOf(path: string, name: string): object {
  const parameters = [{ name, in: 'path', required: true, schema: { type: 'string' } }];
  return documentOf(
    {},
    {
      paths: {
        [path]: { get: { operationId: 'get', parameters, responses: { '200': { description: 'One' } } } },
      },
    },
  );
}
