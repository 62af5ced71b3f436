/** Which channel wins, what `normal` switches off, and what is refused. */
import { beforeEach, describe, expect, it } from 'vitest';
import { expectDocumented } from '../../testing/documented.js';
import { startMock } from '../../testing/mock-server.js';
import { validRequests, visit } from '../../testing/scenarios/valid-requests.js';
import { startControlTester } from '../../control/testing/control-tester.js';

const sandbox = 'precedence';
const { server, ask } = await startControlTester();
const { contract } = server.mock();
const { getOrder, listCategories, getShippingRates } = await validRequests(server, sandbox);

beforeEach(async () => {
  await ask('PUT', `/sandboxes/${sandbox}/scenario`, { scenario: 'status-404' });
  await ask('PUT', '/default-scenario', { scenario: 'status-429' });
});

interface Asked {
  readonly header?: string;
  readonly prefer?: string;
  readonly key?: string;
}

/** Status, marker and channel of a request of a sandbox that has 404 on a server whose default is 429. */
async function met({ header, prefer, key }: Asked, of = sandbox): Promise<string> {
  const response = await visit(server, getOrder, of, {
    ...(header === undefined ? {} : { 'X-Mock-Scenario': header }),
    ...(prefer === undefined ? {} : { Prefer: prefer }),
    ...(key === undefined ? {} : { Authorization: `Bearer dk_test_${of}~${key}` }),
  });
  const marker = ['x-mock-scenario', 'x-mock-scenario-channel'].map(
    (name) => response.headers.get(name) ?? '-',
  );
  return [response.status, ...marker].join(' ');
}

const header = 'status-500';
const prefer = 'code=403';
const key = 'status-401';

describe('the strongest channel wins', () => {
  it.each<[Asked, string]>([
    [{ header, key }, '500 status-500 header'],
    [{ prefer, key }, '403 status-403 prefer'],
    [{ key }, '401 status-401 key'],
    [{}, '404 status-404 sandbox'],
    [{ header: '', key }, '401 status-401 key'],
    [{ header: ' , ,', prefer: 'respond-async', key }, '401 status-401 key'],
    [{ prefer: 'respond-async, wait=10' }, '404 status-404 sandbox'],
    [{ prefer: 'dynamic=false' }, '404 status-404 sandbox'],
  ])('%j', async (asked, expected) => {
    expect(await met(asked)).toBe(expected);
    expect(await met({})).toBe('404 status-404 sandbox');
  });

  it('the header and Prefer both apply, Prefer last', async () => {
    expect(await met({ header, prefer, key })).toBe('403 status-500, status-403 header, prefer');
  });

  it('a channel is named only for a scenario of it that applied', async () => {
    expect(await met({ header: 'normal', prefer })).toBe('403 status-403 prefer');
    expect(await met({ header: 'no-couriers', prefer })).toBe('403 status-403 prefer');
    const calls = [await met({ header: 'flaky', prefer }, 'named'), await met({ header: 'flaky' }, 'named')];
    expect(calls.map((call) => call.split(' ').at(-1))).toEqual(['prefer', 'header']);
    expect(await met({ header: 'flaky', prefer }, 'named')).toBe('403 status-403 prefer');
    const { json } = await ask('GET', '/sandboxes/named/requests');
    const requests = json.requests as { scenario: { channel: string } }[];
    expect(requests.map(({ scenario }) => scenario.channel)).toEqual(['header, prefer', 'header', 'prefer']);
  });

  it('the default applies only to sandboxes without a scenario', async () => {
    await ask('PUT', '/sandboxes/other/scenario', { scenario: 'status-400' });
    expect(await met({}, 'other')).toBe('400 status-400 sandbox');
    await ask('DELETE', '/sandboxes/other/scenario');
    expect(await met({}, 'other')).toBe('429 status-429 default');
    await ask('DELETE', '/default-scenario');
    expect(await met({}, 'other')).toBe('404 - -');
    await ask('DELETE', `/sandboxes/${sandbox}/scenario`);
    expect(await met({})).toBe('200 - -');
  });
});

describe('normal switches off weaker channels', () => {
  it.each<[string, Asked]>([
    ['the header: key, sandbox and default', { header: 'normal', key }],
    ['the key: sandbox and default', { key: 'normal' }],
    ['the header: those before it', { header: `${header}, slow, normal` }],
  ])('%s', async (_, asked) => {
    expect(await met(asked)).toBe('200 - -');
  });

  it('in the sandbox it switches off the default', async () => {
    await ask('PUT', `/sandboxes/${sandbox}/scenario`, { scenario: 'normal' });
    expect(await met({})).toBe('200 - -');
  });

  it('does not switch off scenarios that follow it in the header', async () => {
    expect(await met({ header: `normal, ${header}` })).toBe('500 status-500 header');
  });
});

describe('several scenarios', () => {
  it('apply in order: the last forced response wins, and changes add up', async () => {
    const response = await visit(server, getShippingRates, sandbox, {
      'X-Mock-Scenario': 'one-courier,broken-success-flag , broken-content-type',
    });
    expect(response.status).toBe(200);
    expect(JSON.parse(response.text)).toMatchObject({ status: false, data: [expect.anything()] });
    expect(response.headers.get('content-type')).toBe('text/plain');
    expect(response.headers.get('x-mock-scenario')).toBe(
      'one-courier, broken-success-flag, broken-content-type',
    );
    expect(await met({ header: 'status-400, status-500' })).toBe('500 status-400, status-500 header');
    expect(await met({ header: 'status-500, rate-limited' })).toBe('429 status-500, rate-limited header');
  });

  it('count their calls separately', async () => {
    const both = { header: 'flaky, rate-limited-twice' };
    const calls = [await met(both), await met(both), await met(both)];
    const forced = (step: string) => `429 flaky, rate-limited-twice; ${step}, quota spent (${step}) header`;
    expect(calls).toEqual([forced('step 1 of 2'), forced('step 2 of 2'), '200 - -']);
  });
});

describe('an unknown scenario or example gets 400 with the names that exist', () => {
  const many = Array.from({ length: 17 }, () => 'flaky').join();
  it.each<[string, Record<string, string>, string]>([
    [
      'a header',
      { 'X-Mock-Scenario': 'flakey' },
      '"flakey", asked for by the X-Mock-Scenario header; did you mean flaky',
    ],
    ['one of several', { 'X-Mock-Scenario': 'slow,rate-limted' }, 'did you mean rate-limited'],
    ['normal misspelt', { 'X-Mock-Scenario': 'norml' }, 'did you mean normal'],
    ['nothing near it', { 'X-Mock-Scenario': '~'.repeat(300) }, ', such as bad-gateway, '],
    ['too many', { 'X-Mock-Scenario': many }, 'at most 16 scenarios'],
    ['too long', { 'X-Mock-Scenario': 'x'.repeat(2049) }, 'at most 2048 characters'],
    [
      'a key',
      { Authorization: `Bearer dk_test_${sandbox}~status-50` },
      "by the key's ~ suffix; did you mean status-500",
    ],
    ['a status', { 'X-Mock-Scenario': 'status-418' }, 'there is no scenario "status-418"'],
    [
      'Prefer: an undocumented code',
      { Prefer: 'code=418' },
      'code=418 is not a status that the document has for listCategories; it has 200, 400',
    ],
    ['Prefer: a code of other operations', { Prefer: 'code=413' }, 'code=413 is not a status'],
    ['Prefer: no code', { Prefer: 'code=teapot' }, 'code=teapot is not a status'],
    ['Prefer: an example', { Prefer: 'code=401, example=expired_kay' }, 'did you mean expired_key'],
    [
      'Prefer: an example of another status',
      { Prefer: 'code=403, example=expired_key' },
      'for 403 of listCategories',
    ],
  ])('%s', async (_, headers, text) => {
    // A forced response needs no key, nor does the refusal of an unknown one.
    for (const key of [{}, { Authorization: 'Bearer nobody', ...headers }]) {
      const response = await visit(server, listCategories, sandbox, { ...headers, ...key });
      expectDocumented(contract, 'listCategories', 400, response);
      expect(response.json.errors).toEqual([expect.stringContaining(text)]);
      expect(response.headers.get('x-mock-scenario')).toBeNull();
    }
  });

  it('gets 422 in the control API, and the scenario that was set stays', async () => {
    for (const path of [`/sandboxes/${sandbox}/scenario`, '/default-scenario']) {
      const refused = await ask('PUT', path, { scenario: 'flakey' });
      expect([refused.status, refused.json.nearest]).toEqual([422, expect.arrayContaining(['flaky'])]);
    }
    expect(await met({})).toBe('404 status-404 sandbox');
    expect(await met({}, 'fresh')).toBe('429 status-429 default');
  });

  it('stops the start when it is the default of a server', async () => {
    await expect(startMock({ scenario: 'flakey' })).rejects.toThrow(/"flakey".*did you mean flaky/);
  });
});
