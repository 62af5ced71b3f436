import { describe, expect, it } from 'vitest';
import { loadContract } from '../../contract/load-contract.js';
import { shopFile } from '../testing/shop-document.js';
import { describeResources } from './describe-resources.js';

async function described(change?: Parameters<typeof shopFile>[0]) {
  const { resources, others } = describeResources(await loadContract(shopFile(change)));
  const lines = resources.map(({ path, items, belongsTo, operations }) => [
    [path, items, belongsTo].filter((part) => part !== undefined).join(', '),
    ...operations.map(({ id, action, body = 'nothing' }) => `${id} ${action} ${body}`.trim()),
  ]);
  return { resources: lines, others };
}

describe('the resources of a document', () => {
  it('are inferred from its paths, ids and schemas', async () => {
    expect(await described()).toEqual({
      resources: [
        [
          '/users, items by id as {user_id}',
          ...['listUsers list /data', 'createUser create', 'getUser read', 'changeUser merge'],
          'deleteUser remove nothing',
        ],
        [
          '/users/{id}/notes, items by id as {noteId}, /users',
          ...['listNotes list', 'createNote create /note', 'getNote read /note', 'putNote replace'],
          'deleteNote remove',
        ],
        ['/tags, items by tag, one for any id', 'getTag read', 'putTag replace', 'deleteTag remove nothing'],
        ['/settings, a single item', 'getSettings read', 'putSettings replace'],
      ].map((lines): unknown => expect.arrayContaining(lines)),
      others: ['search', 'login'],
    });
  });

  it.each([
    ['leave out an operation or a path', { '/tags/{tag}': { 'x-drydock-resource': false } }, /^(?!.*\/tags)/],
    [
      'get another id',
      { '/users/{user_id}': { 'x-drydock-resource': { id: 'name' } } },
      /\/users, items by name as/,
    ],
  ])('%s where x-drydock-resource says so', async (_, extension, expected) => {
    const { resources } = await described((document) => {
      for (const [path, more] of Object.entries(extension))
        Object.assign((document.paths as Record<string, object>)[path] ?? {}, more);
    });
    expect(resources.flat().join('\n')).toMatch(expected);
  });

  it('get an operation under another path that the document gives them', async () => {
    const { resources, others } = await described((document) => {
      Object.assign(document.paths['/search/{term}'].get, {
        'x-drydock-resource': { of: '/users', action: 'list' },
      });
    });
    expect(resources[0]).toContain('search list');
    expect(others).toEqual(['login']);
  });

  it.each([
    ['yes', 'must be false or an object'],
    [{ nope: 1 }, 'has action, id, in and of, not "nope"'],
    [
      { action: 'make' },
      'needs one of list, create, read, replace, merge, remove, clear, none as its action',
    ],
    [{ id: 1 }, 'needs the name of a property as its id'],
    [{ in: 'data' }, 'needs a JSON pointer such as /data as its in'],
    [{ of: 'users' }, 'needs the path of a resource such as /pets as its of'],
  ])('refuse x-drydock-resource: %j with its line', async (value, problem) => {
    const change = shopFile((document) => {
      Object.assign(document.paths['/login'].post, { 'x-drydock-resource': value });
    });
    const contract = await loadContract(change);
    expect(() => describeResources(contract)).toThrow(`${change}:1: x-drydock-resource ${problem} (got`);
  });
});
