/** The rule about lists, on mocks that remember nothing and know no parameter: what they show by chance is no effect of one. */
import { parse } from 'yaml';
import { expect, it } from 'vitest';
import { loadContract } from '../../src/contract/load-contract.js';
import { loadRules } from '../../src/conformance/rules/load-rules.js';
import { runSuite } from '../../src/conformance/testing/run-suite.js';
import { httpServer, wholeRequests } from '../../src/conformance/testing/small-server.js';
import { temporaryFile } from '../../src/testing/temporary-folder.js';

const document = `
openapi: 3.1.0
info: {title: Lists, version: '1'}
paths:
  /things:
    get:
      operationId: listThings
      parameters:
        - {name: owner_id, in: query, schema: {type: integer}}
        - {name: limit, in: query, schema: {type: integer, minimum: 1}}
      responses: {'200': {description: Them., content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Thing'}}}}}}
  /words:
    get:
      operationId: listWords
      parameters:
        - {name: limit, in: query, schema: {type: integer, minimum: 1}}
        - {name: offset, in: query, schema: {type: integer, minimum: 0}}
      responses: {'200': {description: Them., content: {application/json: {schema: {type: array, items: {type: string}}}}}}
components:
  schemas:
    Thing: {type: object, required: [owner_id, name], properties: {owner_id: {type: integer}, name: {type: string}}}
`;
const contract = await loadContract(temporaryFile('lists.json', JSON.stringify(parse(document))), {
  strict: true,
});
const rules = (await loadRules()).filter(({ id }) => id === 'resources/lists');

type Lists = (query: URLSearchParams) => unknown[];
const three = [1, 2, 3].map((number) => ({ owner_id: number, name: `thing ${number}` }));

/** @returns the breaches of the rule */
async function breaches(lists: Readonly<Record<string, Lists>>): Promise<string[]> {
  const server = await httpServer(
    wholeRequests((request, _, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://target');
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(lists[pathname]?.(searchParams) ?? []));
    }),
  );
  const keys = { key: undefined, expiredKey: undefined, limitedKey: undefined };
  try {
    const { failures } = await runSuite({ url: server.url, contract, ...keys, rules, minJudged: 0 });
    return failures.map(({ operation, actual }) => `${operation ?? ''}: ${actual}`);
  } finally {
    await server.close();
  }
}

it('an id that a mock puts into all of a list is no effect of a filter', async () => {
  const things: Lists = (query) =>
    three.map((one) => ({ ...one, owner_id: Number(query.get('owner_id') ?? one.owner_id) }));
  expect(await breaches({ '/things': things })).toEqual([]);
});

it('texts that differ by chance are no effect of a page', async () => {
  const words: Lists = (query) => [1, 2, 3].map((number) => `word ${number} ${query.toString()}`);
  expect(await breaches({ '/things': () => three, '/words': words })).toEqual([]);
});

it('a length without effect is found where another list has pages', async () => {
  const words: Lists = (query) => {
    const [offset, limit] = [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? 5)];
    return [1, 2, 3, 4, 5].map((number) => ({ number })).slice(offset, offset + limit);
  };
  const things: Lists = (query) =>
    three.filter((one) => one.owner_id === Number(query.get('owner_id') ?? one.owner_id));
  const found = await breaches({ '/things': things, '/words': words });
  expect(found).toEqual(['listThings: 3 in the list']);
});
