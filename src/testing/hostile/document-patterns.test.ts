/** A pattern that sends the language's own engine round for years holds up nobody. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadContract } from '../../contract/load-contract.js';
import { loadScenarios } from '../../scenarios/files/load-scenarios.js';
import { startMock } from '../mock-server.js';
import { CliProcess } from '../cli-process.js';
import { temporaryFolder } from '../temporary-folder.js';

const document = `openapi: 3.1.0
info: {title: T, version: "1"}
paths:
  /items:
    post:
      operationId: addItem
      parameters:
        - {name: q, in: query, schema: {type: string, pattern: '^(a+)+$'}}
        - {name: X-Tag, in: header, schema: {type: string, pattern: '^(\\w+\\s?)*$'}}
      requestBody:
        content:
          application/json:
            schema:
              properties:
                code: {type: string, pattern: '^(a|aa)+$'}
                strong: {type: string, pattern: '^(?=.*[A-Z])(?=.*[0-9]).+$'}
                twice: {type: string, pattern: '^(a+)\\1+$'}
                many: {type: string, pattern: 'a{1000000}'}
                odd: {type: string, pattern: '(('}
              patternProperties:
                '^(([a-z])+.)+[A-Z]([a-z])+$': {type: integer}
      responses:
        "200": {description: Done., content: {application/json: {example: {done: true}}}}
        "400": {description: No., content: {application/json: {schema: {type: object}}}}
        "503": {description: Away., content: {application/json: {example: {away: true}}}}
`;
const scenario = `title: Away
advice: Try again.
match: {headers: {X-Client: {pattern: '^(x+x+)+y$'}}}
answer: {status: 503}
`;
const folder = temporaryFolder();
const spec = join(folder, 'api.yaml');
const scenarios = join(folder, 'scenarios');
const attack = (letter: string) => `${letter.repeat(4000)}!`;

let mock: CliProcess;
let url = '';

beforeAll(async () => {
  mkdirSync(scenarios);
  writeFileSync(spec, document);
  writeFileSync(join(scenarios, 'away.yaml'), scenario);
  mock = new CliProcess([
    'mock',
    '--port',
    '0',
    '--spec',
    spec,
    '--scenarios',
    scenarios,
    '--scenario',
    'away',
  ]);
  url = (await mock.line(/ready/)).replace('Drydock ready at ', '');
  await mock.line(/warning .*\(\(/);
});

afterAll(() => {
  mock.child.kill('SIGKILL');
});

function post(body: object, query = '', headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${url}/items${query}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

describe('A mock of a document with endless patterns', () => {
  it('lists at the start those that it does not enforce, with their lines and why', () => {
    const lines = mock.out
      .filter((line) => line.startsWith('  warning'))
      .map((line) => line.slice(13).replace(spec, 'API'));
    expect(lines).toEqual([
      'API:16: the pattern "^(?=.*[A-Z])(?=.*[0-9]).+$" is not enforced: it looks ahead',
      'API:17: the pattern "^(a+)\\\\1+$" is not enforced: it refers back',
      'API:18: the pattern "a{1000000}" is not enforced: it repeats too much',
      'API:19: the pattern "((" is not enforced: it is no regular expression',
    ]);
  });

  it.each([
    ['in the body', { code: attack('a') }, '', {}, 400],
    ['in the query', {}, `?q=${attack('a')}`, {}, 400],
    ['in a header', {}, '', { 'X-Tag': attack('a') }, 400],
    ['in the name of a field', { [attack('a')]: 'x' }, '', {}, 200],
    ['in the condition of a scenario', {}, '', { 'X-Client': attack('x') }, 200],
    ['that looks ahead', { strong: attack('a') }, '', {}, 200],
    ['that refers back', { twice: attack('a') }, '', {}, 200],
  ])('answers an attack on a pattern %s', async (_, body, query, headers, status) => {
    const [response, health] = await Promise.all([
      post(body, query, headers),
      fetch(new URL('/__drydock/health', url)),
    ]);
    expect([response.status, health.status]).toEqual([status, 200]);
  });

  it('enforces them', async () => {
    const answers = await Promise.all([
      post({ code: 'aaa' }, '?q=aa', { 'X-Tag': 'one two' }),
      post({ code: 'ab' }),
      post({ 'one.Two': 'x' }),
      post({}, '', { 'X-Client': 'xxxy' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 400, 503]);
  });

  it('ends with 0 at SIGTERM in the middle of an attack', async () => {
    const attacks = Array.from({ length: 5 }, () => post({ code: attack('a') }).catch(() => undefined));
    mock.child.kill('SIGTERM');
    expect(await mock.finished).toMatchObject({ exitCode: 0 });
    await Promise.all(attacks);
  });
});

it('A scenario whose condition can not be searched for in linear time is refused', async () => {
  writeFileSync(join(scenarios, 'away.yaml'), scenario.replace('^(x+x+)+y$', '(?<!a)b'));
  const { problems } = loadScenarios(scenarios, await loadContract(spec));
  expect(problems.map(({ line, text }) => [line, text])).toEqual([
    [3, "pattern can't be searched for in linear time: it looks behind; write it without that."],
  ]);
});

it('drydock verify holds what a target sends against endless patterns', async () => {
  const target = createServer(({ url }, response) => {
    response
      .writeHead(url === '/a' ? 200 : 404, { 'Content-Type': 'application/json' })
      .end(JSON.stringify(attack('a')));
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const file = join(folder, 'target.yaml');
  const schema = "{type: string, pattern: '^(a+)+$', not: {pattern: '(?=b)'}}";
  writeFileSync(
    file,
    `openapi: 3.1.0
info: {title: T, version: "1"}
paths:
  /a: {get: {responses: {"200": {description: A., content: {application/json: {schema: ${schema}}}}}}}
`,
  );
  const address = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  const run = await new CliProcess(['verify', address, '--spec', file]).finished;
  await new Promise((resolve) => target.close(resolve));
  expect(run.exitCode).toBe(1);
  expect(run.out.join('\n')).toMatch(/got .*aaaa/);
  expect(run.err).toContainEqual(
    expect.stringMatching(/warning .*:4: the pattern "\(\?=b\)" is not enforced/),
  );
});

it('A value that would take for ever to make is made until the budget is spent', async () => {
  const endless =
    'schema: {type: array, minItems: 900, items: {type: array, minItems: 900, items: {type: array, minItems: 900, items: {type: string}}}}';
  const long = 'schema: {type: string, pattern: "(a{9999}){9999}"}';
  const file = join(folder, 'endless.yaml');
  writeFileSync(
    file,
    document.replace('example: {done: true}', () => endless).replace('example: {away: true}', () => long),
  );
  const server = await startMock({ spec: file });
  const ask = async (prefer: string) => {
    const headers = { Prefer: prefer, 'Content-Type': 'application/json' };
    const response = await fetch(`${server.url}/items`, { method: 'POST', headers, body: '{}' });
    return { status: response.status, length: (await response.text()).length };
  };
  const made = await ask('dynamic=true');
  expect([made.status, made.length < 1_000_000]).toEqual([200, true]);
  const { status, length } = await ask('dynamic=true, code=503');
  expect([status, length < 1000]).toEqual([503, true]);
});

it('A document can not make the mock send requests', async () => {
  let called = 0;
  const other = createServer((_, response) => {
    called += 1;
    response.end();
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
  const callbacks = `callbacks: {done: {'${address}': {post: {responses: {"200": {description: OK}}}}}}`;
  const file = join(folder, 'callbacks.yaml');
  writeFileSync(file, document.replace('operationId: addItem', `operationId: addItem\n      ${callbacks}`));
  const server = await startMock({ spec: file });
  const headers = { 'Content-Type': 'application/json' };
  for (const status of [200, 200]) {
    expect((await fetch(`${server.url}/items`, { method: 'POST', headers, body: '{}' })).status).toBe(status);
  }
  // Everything that was sent before this request has arrived.
  await fetch(address);
  await new Promise((resolve) => other.close(resolve));
  expect(called).toBe(1);
});
