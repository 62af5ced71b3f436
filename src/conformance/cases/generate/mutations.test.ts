import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../contract/load-contract.js';
import { temporaryFile } from '../../../testing/temporary-folder.js';
import { StatedContract } from '../../document/stated-contract.js';
import { amplified, changed } from './body-nodes.js';
import { mutationsOf } from './mutations.js';

describe('a body for mutations', () => {
  it('may be an example that has another type than its schema', async () => {
    const contract = await loadContract(
      temporaryFile(
        'lists.yaml',
        `openapi: 3.1.0
info: {title: Lists, version: "1"}
paths:
  /lists:
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {list: {type: array, example: one}}}}}}
      responses: {"204": {description: Done.}}
`,
      ),
    );
    const [operation] = contract.operations;
    const mutations = operation && [...mutationsOf(StatedContract.of(contract), operation, { list: 'one' })];
    expect(mutations?.map(({ detail }) => detail)).toContain('list="none"');
  });

  it('has elements in a list that is empty in the usual body', async () => {
    const contract = await loadContract(
      temporaryFile(
        'labels.yaml',
        `openapi: 3.1.0
info: {title: Labels, version: "1"}
paths:
  /labels:
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {list: {type: array, uniqueItems: true, default: [], items: {type: string, enum: [red, blue]}}}}}}}
      responses: {"204": {description: Done.}}
`,
      ),
    );
    const [operation] = contract.operations;
    const mutations = operation && [...mutationsOf(StatedContract.of(contract), operation, { list: [] })];
    expect(mutations?.map(({ problem }) => problem.documentPointer?.split('/').at(-1))).toContain(
      'uniqueItems',
    );
  });

  it('has longer lists in its first two levels, and the elements of deeper lists once', () => {
    expect(amplified({ a: [{ b: [{ c: [1] }] }] }, 2)).toEqual({
      a: [{ b: [{ c: [1] }, { c: [1] }] }, { b: [{ c: [1] }, { c: [1] }] }],
    });
  });

  it('is changed at one place, and the original stays as it is', () => {
    const body = { a: [{ b: 1 }, { b: 2 }], c: { d: 3 } };
    expect(changed(body, ['a', 1, 'b'], 'two')).toEqual({ a: [{ b: 1 }, { b: 'two' }], c: { d: 3 } });
    expect(changed(body, ['a', 0], undefined)).toEqual({ a: [{ b: 2 }], c: { d: 3 } });
    expect(changed(body, ['c', 'd'], undefined)).toEqual({ a: body.a, c: {} });
    expect(body).toEqual({ a: [{ b: 1 }, { b: 2 }], c: { d: 3 } });
  });
});
