/** A service that keeps addresses unique, and whose bodies name what other requests have made. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { loadContract } from '../../contract/load-contract.js';
import { temporaryFile } from '../../testing/temporary-folder.js';
import { runSuite } from '../testing/run-suite.js';
import { httpServer, jsonOf, wholeRequests } from '../testing/small-server.js';

const id = { type: 'string', format: 'uuid' };
const problem = media({
  type: 'object',
  required: ['message'],
  properties: { message: { type: 'string' } },
});
const member = {
  type: 'object',
  required: ['name', 'email'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 100 },
    email: { type: 'string', format: 'email' },
  },
};
const loan = {
  type: 'object',
  required: ['member_id', 'days'],
  properties: { member_id: id, days: { type: 'integer', minimum: 1, maximum: 60 } },
};
const contract = await loadContract(
  temporaryFile(
    'loans.json',
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Loans', version: '1' },
      paths: {
        '/members': pathOf('Member', member, { name: 'Ada Byron', email: 'ada@example.com' }),
        '/members/{memberId}': readOf('Member', 'memberId', member),
        '/loans': pathOf('Loan', loan),
        '/loans/{loanId}': readOf('Loan', 'loanId', loan),
      },
    }),
  ),
  { strict: true },
);

function media(schema: object, example?: object) {
  return { description: 'It.', content: { 'application/json': { schema, ...(example && { example }) } } };
}

function pathOf(kind: string, schema: { required: string[]; properties: object }, example?: object) {
  const made = { ...schema, required: ['id', ...schema.required], properties: { id, ...schema.properties } };
  return {
    post: {
      operationId: `add${kind}`,
      requestBody: { required: true, ...media(schema, example) },
      responses: { 201: media(made), 400: problem, 409: problem, 415: problem },
    },
  };
}

function readOf(kind: string, name: string, schema: { required: string[]; properties: object }) {
  return {
    parameters: [{ name, in: 'path', required: true, schema: id }],
    get: {
      operationId: `get${kind}`,
      responses: { 200: media({ ...schema, required: ['id', ...schema.required] }), 404: problem },
    },
  };
}

interface Faults {
  /** A member without a name is made. */
  readonly anyName?: true;
  /** A loan of any number of days is made. */
  readonly anyDays?: true;
  /** A name as long as the document allows is refused. */
  readonly shortNames?: true;
  /** A member may have one loan. */
  readonly oneLoan?: true;
}

function answerOf(faults: Faults) {
  const things = {
    members: new Map<string, Record<string, unknown>>(),
    loans: new Map<string, Record<string, unknown>>(),
  };
  return (method: string, path: string, type: string, text: string): [status: number, body: object] => {
    const [, kind = '', key] = /^\/(members|loans)(?:\/([^/]+))?$/.exec(path) ?? [];
    if (kind !== 'members' && kind !== 'loans') return [404, { message: 'no such path' }];
    const found = things[kind].get(key ?? '');
    if (key !== undefined && method === 'GET')
      return found ? [200, found] : [404, { message: 'no such thing' }];
    if (key !== undefined || method !== 'POST') return [405, { message: 'no such method' }];
    if (!/^application\/json\b/i.test(type)) return [415, { message: 'it is no JSON' }];
    const body = jsonOf(text) as Record<string, unknown> | null | undefined;
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      return [400, { message: 'no object' }];
    const made = { ...body, id: randomUUID() };
    if (kind === 'members') {
      const { name = faults.anyName && 'nobody', email } = body;
      if (typeof name !== 'string' || name === '' || Array.from(name).length > (faults.shortNames ? 99 : 100))
        return [400, { message: 'name' }];
      if (typeof email !== 'string' || !/^[^@\s]+@[^@\s]+$/.test(email)) return [400, { message: 'email' }];
      if ([...things.members.values()].some((one) => one.email === email)) return [409, { message: 'email' }];
      things.members.set(made.id, { ...made, name });
      return [201, { ...made, name }];
    }
    const { member_id: memberId, days } = body;
    if (typeof memberId !== 'string' || !things.members.has(memberId)) return [400, { message: 'member_id' }];
    const isDays = Number.isInteger(days) && Number(days) >= 1 && (Number(days) <= 60 || faults.anyDays);
    if (!isDays) return [400, { message: 'days' }];
    const hasOne = [...things.loans.values()].some((one) => one.member_id === memberId);
    if (faults.oneLoan && hasOne) return [409, { message: 'one loan' }];
    things.loans.set(made.id, made);
    return [201, made];
  };
}

async function run(faults: Faults) {
  const answer = answerOf(faults);
  const server = await httpServer(
    wholeRequests((request, text, response) => {
      const [path = ''] = (request.url ?? '').split('?');
      const [status, body] = answer(request.method ?? '', path, request.headers['content-type'] ?? '', text);
      const headers = { 'Content-Type': 'application/json', Allow: 'GET, POST' };
      response.writeHead(status, headers).end(request.method === 'HEAD' ? '' : JSON.stringify(body));
    }),
  );
  const keys = { key: undefined, expiredKey: undefined, limitedKey: undefined };
  try {
    const { failures, summary } = await runSuite({ url: server.url, contract, ...keys, allowWrites: true });
    const failed = failures.filter(({ verdict }) => verdict === 'FAIL');
    return {
      verdict: summary.verdict,
      failed: failed.map(({ rule, operation, title }) => `${rule.id} ${operation ?? ''}: ${title}`),
    };
  } finally {
    await server.close();
  }
}

it.each([[{}], [{ oneLoan: true }]] as const)(
  'a target that keeps to its document is not failed where things are unique (%j)',
  async (rules) => {
    expect(await run(rules)).toEqual({ verdict: 'conforms', failed: [] });
  },
);

it('what is made although something is missing is found behind a 409 for the usual address', async () => {
  expect((await run({ anyName: true })).failed.join('\n')).toMatch(/addMember: .*name/);
});

it.each([[{ anyDays: true }], [{ anyDays: true, oneLoan: true }]] as const)(
  'an invalid request is judged that names something (%j)',
  async (faults) => {
    expect((await run(faults)).failed.join('\n')).toMatch(/addLoan: .*days/);
  },
);

it('a text as long as the document allows is refused, and one that is shorter is not', async () => {
  expect((await run({ shortNames: true })).failed.join('\n')).toMatch(/addMember: name has 100 characters/);
});
