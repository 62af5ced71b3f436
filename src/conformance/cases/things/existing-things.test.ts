/**
 * A service that keeps addresses unique, whose bodies name what other requests have made, and that changes a member only on condition
 * that it is as the client knows it.
 */
import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../contract/load-contract.js';
import { temporaryFile } from '../../../testing/temporary-folder.js';
import { rulesNamedIn, runWithWrites } from '../../testing/run-suite.js';
import { jsonOf } from '../../target/json-body.js';

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
const tag = { ETag: { required: true, schema: { type: 'string' } } };
/** @param required whether the condition of a replacement is a required parameter */
function contractOf(required: boolean) {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Loans', version: '1' },
    paths: {
      '/members': pathOf('Member', member, { name: 'Ada Byron', email: 'ada@example.com' }),
      '/members/{memberId}': {
        ...readOf('Member', 'memberId', member, tag),
        put: replacing(member, required),
      },
      '/loans': pathOf('Loan', loan),
      '/loans/{loanId}': readOf('Loan', 'loanId', loan),
    },
  };
  return loadContract(temporaryFile('loans.json', JSON.stringify(document)), { strict: true });
}
const [contract, conditional] = [await contractOf(false), await contractOf(true)];

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

function readOf(
  kind: string,
  name: string,
  schema: { required: string[]; properties: object },
  headers?: object,
) {
  return {
    parameters: [{ name, in: 'path', required: true, schema: id }],
    get: {
      operationId: `get${kind}`,
      responses: {
        200: { ...media({ ...schema, required: ['id', ...schema.required] }), ...(headers && { headers }) },
        ...(headers && { 304: { description: 'Not changed.' } }),
        404: problem,
      },
    },
  };
}

function replacing(schema: { required: string[]; properties: object }, required: boolean) {
  return {
    operationId: 'replaceMember',
    parameters: [{ name: 'If-Match', in: 'header', required, schema: { type: 'string' } }],
    requestBody: { required: true, ...media(schema) },
    responses: {
      200: { ...media({ ...schema, required: ['id', ...schema.required] }), headers: tag },
      ...Object.fromEntries([400, 404, 409, 412, 415, 428].map((status) => [status, problem])),
    },
  };
}

function hash(value: unknown): string {
  return createHash('sha1').update(JSON.stringify(value)).digest('hex');
}

interface Faults {
  /** A member without a name is made. */
  readonly anyName?: true;
  /** A loan of any number of days is made. */
  readonly anyDays?: true;
  /** A name as long as the document allows is refused. */
  readonly shortNames?: true;
  /** Members may have one address, so that a replacement with the right tag has no conflict. */
  readonly sharedAddresses?: true;
  /** A member may have one loan. */
  readonly oneLoan?: true;
  /** A member may be replaced by one without a name. */
  readonly anyNewName?: true;
  /** A member keeps its name when it is replaced. */
  readonly keptName?: true;
  /** The tag of a member is the same after each change. */
  readonly oneTag?: true;
  /** Tags are weak. */
  readonly weakTags?: true;
  /** Another tag than that of the member is a conflict. */
  readonly tag409?: true;
  /** Everything is there, with one tag, whatever was made. */
  readonly forgets?: true;
  /** A replacement without a tag gets the status of one with a wrong tag. */
  readonly none412?: true;
}

type Answer = [status: number, body: object, tag?: string];

function answerOf(faults: Faults) {
  const things = {
    members: new Map<string, Record<string, unknown>>(),
    loans: new Map<string, Record<string, unknown>>(),
  };
  const tagOf = (one: Record<string, unknown>) =>
    `${faults.weakTags ? 'W/' : ''}"${faults.oneTag ? String(one.id) : hash(one)}"`;
  return (method: string, path: string, type: string, text: string, condition?: string): Answer => {
    const [, kind = '', key] = /^\/(members|loans)(?:\/([^/]+))?$/.exec(path) ?? [];
    if (kind !== 'members' && kind !== 'loans') return [404, { message: 'no such path' }];
    const found = things[kind].get(key ?? '');
    const always = kind === 'members' ? { name: 'Ada Byron', email: 'ada@example.com' } : {};
    if (faults.forgets && key !== undefined && method === 'GET')
      return [200, { id: key, member_id: key, days: 3, ...always }, '"always"'];
    if (key !== undefined && method === 'GET')
      return found ? [200, found, tagOf(found)] : [404, { message: 'no such thing' }];
    const isReplaced = kind === 'members' && key !== undefined && method === 'PUT';
    if (isReplaced && found === undefined) return [404, { message: 'no such thing' }];
    if (isReplaced && condition === undefined) return [faults.none412 ? 412 : 428, { message: 'If-Match' }];
    if (isReplaced && found && condition !== tagOf(found))
      return [faults.tag409 ? 409 : 412, { message: 'changed meanwhile' }];
    if (!isReplaced && (key !== undefined || method !== 'POST')) return [405, { message: 'no such method' }];
    if (!/^application\/json\b/i.test(type)) return [415, { message: 'it is no JSON' }];
    const body = jsonOf(text) as Record<string, unknown> | null | undefined;
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      return [400, { message: 'no object' }];
    const made = { ...body, id: randomUUID() };
    if (kind === 'members') {
      const { name = faults[isReplaced ? 'anyNewName' : 'anyName'] && 'nobody', email } = body;
      if (typeof name !== 'string' || name === '' || Array.from(name).length > (faults.shortNames ? 99 : 100))
        return [400, { message: 'name' }];
      if (typeof email !== 'string' || !/^[^@\s]+@[^@\s]+$/.test(email)) return [400, { message: 'email' }];
      const others = [...things.members.values()].filter((one) => one !== found);
      if (!faults.sharedAddresses && others.some((one) => one.email === email))
        return [409, { message: 'email' }];
      const kept = isReplaced
        ? { ...body, id: found?.id, name: faults.keptName ? found?.name : name }
        : { ...made, name };
      things.members.set(String(kept.id), kept);
      return [isReplaced ? 200 : 201, kept, tagOf(kept)];
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

/** @param told what the run is to say, of which rule; without it all rules are run */
function run(faults: Faults, ...told: readonly RegExp[]) {
  return runAgainst(contract, faults, ...told);
}

function runAgainst(document: typeof contract, faults: Faults, ...told: readonly RegExp[]) {
  const answer = answerOf(faults);
  return runWithWrites(
    (request, text, response) => {
      const [path = ''] = (request.url ?? '').split('?');
      const { 'content-type': type = '', 'if-match': condition, 'if-none-match': known } = request.headers;
      const [status, body, etag] = answer(request.method ?? '', path, type, text, condition);
      const headers = { 'Content-Type': 'application/json', Allow: 'GET, POST', ...(etag && { ETag: etag }) };
      if (etag !== undefined && etag === known && request.method === 'GET' && !faults.forgets) {
        response.writeHead(304, { ETag: etag }).end();
        return;
      }
      response.writeHead(status, headers).end(request.method === 'HEAD' ? '' : JSON.stringify(body));
    },
    { contract: document, ...(told.length > 0 && { rules: rulesNamedIn(...told) }) },
  );
}

it.each([[{}], [{ oneLoan: true }]] as const)(
  'a target that keeps to its document is not failed where things are unique (%j)',
  async (rules) => {
    expect(await run(rules)).toMatchObject({ verdict: 'conforms', failed: [] });
  },
);

it('what is made although something is missing is found behind a 409 for the usual address', async () => {
  const told = /requests\/missing-field addMember: .*name/;
  expect((await run({ anyName: true }, told)).failed.join('\n')).toMatch(told);
});

it.each([[{ anyDays: true }], [{ anyDays: true, oneLoan: true }]] as const)(
  'an invalid request is judged that names something (%j)',
  async (faults) => {
    const told = /requests\/invalid-value addLoan: .*days/;
    expect((await run(faults, told)).failed.join('\n')).toMatch(told);
  },
);

it('a text as long as the document allows is refused, and one that is shorter is not', async () => {
  const told = /requests\/allowed-values addMember: .*name has 100 characters/;
  expect((await run({ shortNames: true }, told)).failed.join('\n')).toMatch(told);
});

it('a replacement without a name is found behind a 428 for the missing tag', async () => {
  const told = /requests\/missing-field replaceMember: .*name/;
  expect((await run({ anyNewName: true }, told)).failed.join('\n')).toMatch(told);
});

it.each([
  [{ keptName: true }, /resources\/kept-values getMember: .*what replaceMember replaced/],
  [{ oneTag: true }, /resources\/entity-tags getMember: /],
  [{ tag409: true }, /resources\/entity-tags replaceMember: .*with another entity tag in If-Match/],
  [{ none412: true }, /resources\/entity-tags replaceMember: .*without If-Match/],
] as const)('a condition or a replacement that is not kept is found (%j)', async (faults, told) => {
  expect((await run(faults, told)).failed.join('\n')).toMatch(told);
});

it('a weak tag that stays the same after a change is no failure', async () => {
  const told = /resources\/entity-tags/;
  expect((await run({ oneTag: true, weakTags: true }, told)).failed.join('\n')).not.toMatch(told);
});

describe('where the condition is a required parameter', () => {
  it.each([[{}], [{ sharedAddresses: true }]] as const)(
    'a target that refuses a replacement without it by 428 is not failed (%j)',
    async (rules) => {
      expect(await runAgainst(conditional, rules)).toMatchObject({ verdict: 'conforms', failed: [] });
    },
  );

  it.each([
    [{ anyNewName: true }, /requests\/missing-field replaceMember: .*name/],
    [{ keptName: true }, /resources\/kept-values getMember: .*what replaceMember replaced/],
    [{ tag409: true }, /resources\/entity-tags replaceMember: .*with another entity tag in If-Match/],
  ] as const)('what is wrong with a replacement is found behind its 412 (%j)', async (faults, told) => {
    expect((await runAgainst(conditional, faults, told)).failed.join('\n')).toMatch(told);
  });
});

it('the conditions of a target that keeps nothing are not judged', async () => {
  expect((await run({ forgets: true }, /resources\/entity-tags/)).failed).toEqual([]);
});
