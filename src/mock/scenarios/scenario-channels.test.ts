/**
 * Every documented error of every operation, forced through every channel, with a good key, a bad key and a broken request:
 * the requested status, a body that the document accepts, marker and CORS headers; afterwards the mock answers normally.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { expectDocumented } from '../../testing/documented.js';
import { startMock } from '../../testing/mock-server.js';
import { methodsBeside, validRequest, visit } from '../../testing/scenarios/valid-requests.js';
import type { ValidRequest } from '../../testing/scenarios/valid-requests.js';
import { startControlTester } from '../../control/testing/control-tester.js';
import { channels, type ChannelRow } from '../../scenarios/channels.js';
import type { DrydockServer } from '../../server/create-server.js';

const sandbox = 'channels';
const { server: main, ask } = await startControlTester({ queryControl: true });
const { contract } = main.mock();

const documented = contract.operations.flatMap(({ id, responses }) =>
  [...responses.keys()].filter((code) => /^[45]/.test(code)).map((code) => [id, Number(code)] as const),
);

it('this test covers the errors that every operation has', () => {
  for (const { id } of contract.operations)
    for (const status of [400, 401, 403, 404, 429, 500]) expect(documented).toContainEqual([id, status]);
});

/** A way to request a status. */
interface Forcing {
  /** Its channel in the marker. */
  readonly channel: string;
  readonly headers?: (status: number) => Record<string, string>;
  /** A part that is added to the query. */
  readonly query?: (status: number) => string;
  /** The suffix of the key. */
  readonly suffix?: (status: number) => string;
  /** For what outlasts a request: the server on which it is set. */
  readonly set?: (status: number) => Promise<DrydockServer>;
}

/** A server that was started with the status as its default. */
const started = new Map<number, Promise<DrydockServer>>();
function startedWith(status: number): Promise<DrydockServer> {
  const starting = started.get(status) ?? startMock({ scenario: `status-${status}` });
  started.set(status, starting);
  return starting;
}

const setBy = async (path: string, status: number) => {
  expect((await ask('PUT', path, { scenario: `status-${status}` })).status).toBe(200);
  return main;
};

/** The channels that no request shows, each with the ways to set them. */
const held: Record<string, readonly NonNullable<Forcing['set']>[]> = {
  sandbox: [(status) => setBy(`/sandboxes/${sandbox}/scenario`, status)],
  default: [(status) => setBy('/default-scenario', status), startedWith],
};

/** The ways to use a channel; those of a request are the header, the query or the key that its row tells people to write. */
function forcingsOf({ name, usage }: ChannelRow): readonly Forcing[] {
  const [, header, value = ''] = /^header `([\w-]+): ([^`]+)`/.exec(usage) ?? [];
  if (header !== undefined) {
    const written = (status: number) => value.replace('NAME', `status-${status}`).replace('404', `${status}`);
    return [{ channel: name, headers: (status) => ({ [header]: written(status) }) }];
  }
  const [, parameter] = /: `\?(__code=404)`/.exec(usage) ?? [];
  if (parameter !== undefined)
    return [{ channel: name, query: (status) => parameter.replace('404', `${status}`) }];
  const [, suffix] = /^key `dk_test_NAME([^`]+)`/.exec(usage) ?? [];
  if (suffix !== undefined)
    return [{ channel: name, suffix: (status) => suffix.replace('SCENARIO', `status-${status}`) }];
  const unknown = () => {
    throw new Error(
      `Channel ${name} shows no header or key in its usage, and \`held\` has no way to set it.`,
    );
  };
  return (held[name] ?? [unknown]).map((set) => ({ channel: name, set }));
}

const forcings = channels.flatMap((channel) =>
  forcingsOf(channel).map((forcing, way) => [`${channel.name}, way ${way + 1}`, forcing] as const),
);

/** Headers that HTTP and the document demand of one status. */
const demanded = [
  ['retry-after', 429, '60'],
  ['www-authenticate', 401, 'Bearer'],
  ['allow', 405, expect.stringContaining('OPTIONS')],
] as const;

/** The visible facts of a response: its code, the markers, and the headers for browsers and of statuses. */
const shownBy = ({ json, headers }: Awaited<ReturnType<typeof visit>>) => ({
  code: json.response_code,
  scenario: headers.get('x-mock-scenario'),
  channel: headers.get('x-mock-scenario-channel'),
  origin: headers.get('access-control-allow-origin'),
  exposed: headers.get('access-control-expose-headers'),
  ...Object.fromEntries(demanded.map(([header]) => [header, headers.get(header)])),
});

afterEach(async () => {
  await ask('DELETE', `/sandboxes/${sandbox}/scenario`);
  await ask('DELETE', '/default-scenario');
});

it('a forced 405 has the methods of its path in Allow', async () => {
  const headers = { 'X-Mock-Scenario': 'status-405' };
  for (const operation of contract.operations) {
    const request = await validRequest(main, sandbox, operation.id);
    const [method = ''] = methodsBeside(contract.operations, operation).wrong;
    const [forced, real] = await Promise.all([
      visit(main, request, sandbox, headers),
      visit(main, { method, path: request.path, success: 405 }, sandbox),
    ]);
    expect([forced.status, real.status]).toEqual([405, 405]);
    expect(forced.headers.get('allow')).toBe(real.headers.get('allow'));
  }
});

/** An invalid form of the request: no JSON, or a path parameter and a query that make no sense. */
function broken(request: ValidRequest): ValidRequest {
  if (request.body !== undefined) return { ...request, body: '{"weight":' };
  return { ...request, path: `${request.path.replace(/DDK\w+$/, 'DDK0')}?%ZZ=%E0%A4%A` };
}

describe.each(forcings)('%s', (_, { channel, headers, query, suffix, set }) => {
  const asking = (request: ValidRequest, status: number): ValidRequest => {
    const { path } = request;
    return query ? { ...request, path: `${path}${path.includes('?') ? '&' : '?'}${query(status)}` } : request;
  };
  it.each(documented)('%s %i', async (id, status) => {
    const server = (await set?.(status)) ?? main;
    const normal = await validRequest(main, sandbox, id);
    const valid = asking(normal, status);
    const invalid = asking(broken(normal), status);
    const more = headers?.(status) ?? {};
    const bearer = (key: string) => ({ Authorization: `Bearer ${key}${suffix?.(status) ?? ''}`, ...more });
    // An unknown key belongs to no sandbox, and what follows it means nothing.
    const stranger =
      channel === 'key' || channel === 'sandbox' ? [] : [visit(server, valid, sandbox, bearer('nobody'))];
    const responses = await Promise.all([
      visit(server, valid, sandbox, bearer(`dk_test_${sandbox}`)),
      visit(server, valid, sandbox, bearer(`dk_expired_${sandbox}`)),
      visit(server, valid, sandbox, bearer(`dk_limited_${sandbox}`)),
      visit(server, invalid, sandbox, bearer(`dk_test_${sandbox}`)),
      visit(server, invalid, sandbox, bearer(`dk_expired_${sandbox}`)),
      ...stranger,
    ]);
    for (const response of responses) expectDocumented(contract, id, status, response);
    const expected = {
      code: String(status),
      scenario: `status-${status}`,
      channel,
      origin: '*',
      exposed: expect.stringMatching(/X-Mock-Scenario-Channel$/),
      ...Object.fromEntries(
        demanded.map(([header, owner, value]) => [header, status === owner ? value : null]),
      ),
    };
    expect(responses.map(shownBy)).toEqual(responses.map(() => expected));
    if (set) return;
    const next = await visit(server, normal, sandbox);
    expect([next.status, next.headers.get('x-mock-scenario')]).toEqual([normal.success, null]);
  });
});

it('operations answer normally again once the sandbox and the default are cleared', async () => {
  for (const { id } of contract.operations) {
    const request = await validRequest(main, sandbox, id);
    const response = await visit(main, request, sandbox);
    expect([response.status, response.headers.get('x-mock-scenario')]).toEqual([request.success, null]);
  }
});

it('an error that an operation does not document leaves its responses normal', async () => {
  const categories = await validRequest(main, sandbox, 'listCategories');
  const response = await visit(main, categories, sandbox, { 'X-Mock-Scenario': 'status-413' });
  expect([response.status, response.headers.get('x-mock-scenario')]).toEqual([200, null]);
});
