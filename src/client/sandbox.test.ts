import { describe, expect, it } from 'vitest';
import {
  DrydockError,
  type MockClient,
  type RequestExpectation,
  type Sandbox,
  type Verification,
} from './index.js';
import { ask, mock, refusal, sandbox, useMock } from './testing/mock-under-test.js';

useMock();

describe('Sandbox', () => {
  it('has a unique name, unless it is given one', () => {
    expect(mock.sandbox().name).not.toBe(mock.sandbox().name);
    expect(mock.sandbox('checkout')).toMatchObject({ name: 'checkout', key: 'dk_test_checkout' });
    expect(() => mock.sandbox('my test')).toThrow("A sandbox's name must be 1 to 64 of A-Z a-z 0-9 . _ -");
  });

  it('has its scenario from the first request to the last, and no other sandbox has it', async () => {
    const flaky = await mock.sandbox().scenario('flaky');
    const statuses = [];
    for (let request = 0; request < 4; request += 1) statuses.push(await ask(flaky.headers()));
    expect(statuses).toEqual([500, 500, 200, 200]);
    expect(await ask()).toBe(200);
    expect(await flaky.state()).toMatchObject({ scenario: 'flaky', inForce: { channel: 'sandbox' } });
    expect((await flaky.scenario('flaky')).name).toBe(flaky.name);
    expect(await ask(flaky.headers())).toBe(500);
  });

  it('accepts an inline scenario, and explains an invalid one', async () => {
    await sandbox.scenario({ steps: [{ answer: { status: 500 } }, 'normal'], atEnd: 'loop' }, 'every-other');
    expect([await ask(), await ask(), await ask()]).toEqual([500, 200, 500]);
    expect(await sandbox.state()).toMatchObject({
      scenario: 'every-other',
      definition: { atEnd: 'loop' },
      calls: [{ scenario: 'every-other', calls: 3, next: 'normal' }],
    });
    expect((await mock.scenarios()).map(({ name }) => name)).not.toContain('every-other');
    await sandbox.scenario({ when: { first: 1 }, quota: 'spent' });
    expect([await ask(), await ask()]).toEqual([429, 200]);
    expect((await sandbox.state()).scenario).toBe('tried');
    const error = await refusal(sandbox.scenario({ answer: { status: 299 } }));
    expect([error.status, error.message]).toEqual([422, expect.stringContaining('answer has status 299')]);
  });

  it('has headers and keys that force a scenario for one request', async () => {
    expect(await ask(sandbox.headers('status-429'))).toBe(429);
    expect(await ask({ Authorization: `Bearer ${sandbox.keyWith('status-404')}` })).toBe(404);
    expect(await ask({ Authorization: `Bearer ${sandbox.expiredKey}` })).toBe(401);
    expect(await ask({ Authorization: `Bearer ${sandbox.limitedKey}` })).toBe(200);
    expect(await ask()).toBe(200);
    // @ts-expect-error: names are known to the types.
    expect(() => sandbox.keyWith('not a name')).toThrow('Scenarios must be names such as flaky');
    // @ts-expect-error: as above.
    expect(() => sandbox.headers('a\r\nb')).toThrow(DrydockError);
  });

  it('refuses an unknown scenario, naming the nearest', async () => {
    // @ts-expect-error: there is no such scenario.
    const error = await refusal(sandbox.scenario('flakey'));
    expect(error.message).toContain('flaky');
    expect(error.status).toBe(422);
  });

  it('reads its requests with their responses, filtered', async () => {
    await ask();
    await ask(sandbox.headers('status-500'));
    await fetch(`${sandbox.url}/nowhere`, { headers: sandbox.headers() });
    const all = await sandbox.requests();
    expect(all.map(({ operation, response }) => [operation, response.status])).toEqual([
      ['listCategories', 200],
      ['listCategories', 500],
      [null, 404],
    ]);
    expect(all[0]?.response.body).toMatchObject({ json: { status: true } });
    const ids = async (...filter: Parameters<Sandbox['requests']>) =>
      (await sandbox.requests(...filter)).map(({ id }) => id);
    expect(await ids({ operation: 'listCategories' })).toEqual([1, 2]);
    expect(await ids({ operation: 'none' })).toEqual([3]);
    expect(await ids({ status: 500 })).toEqual([2]);
    expect(await ids({ status: '4XX', after: 1 })).toEqual([3]);
    const earlier = await sandbox.lastRequests(1, { before: 3, operation: 'listCategories' });
    expect(earlier.map(({ id, status }) => [id, status])).toEqual([[2, 500]]);
    expect(await (await sandbox.clearRequests()).requests()).toEqual([]);
  });

  it('reads all of a journal that is longer than a page', async () => {
    for (let sent = 0; sent < 1050; sent += 50) await Promise.all(Array.from({ length: 50 }, () => ask()));
    const ids = (await sandbox.requests()).map(({ id }) => id);
    expect(ids).toEqual(Array.from({ length: 1050 }, (_, index) => index + 1));
  });

  it('verifies its requests, and says which came near to the expected one', async () => {
    await ask({ ...sandbox.headers(), 'X-Trace': 'abc' });
    const traced: RequestExpectation = {
      operation: 'listCategories',
      headers: { 'x-trace': { pattern: '^a' } },
    };
    expect((await sandbox.expectVerified({ requests: [{ ...traced, times: 1 }] })).verified).toBe(true);

    const wanted: Verification = { requests: [{ operation: 'listCategories', status: 500, times: 2 }] };
    expect((await sandbox.verify(wanted)).verified).toBe(false);
    const { message } = await refusal(sandbox.expectVerified(wanted));
    expect(message.split('\n')).toEqual([
      `The sandbox ${sandbox.name} was not asked as expected.`,
      '  Expected exactly 2 of {"operation":"listCategories","status":500}, found 0.',
      expect.stringMatching(/^ {4}Exchange 1, GET \/api\/v1\/developer\/categories answered 200: .*status/),
    ]);
  });

  it('verifies order and back-off', async () => {
    await ask(sandbox.headers('status-500'));
    await ask();
    const inOrder = await refusal(
      sandbox.expectVerified({ requests: [{ status: 200 }, { status: 500 }], inOrder: true }),
    );
    expect(inOrder.message).toContain('  Request 2 of the list should have come after exchange 2');
    expect((await refusal(sandbox.expectVerified({ backoff: true }))).message).toContain('No request was');

    await sandbox.scenario('rate-limited-twice');
    for (let request = 0; request < 3; request += 1) await ask();
    const { message } = await refusal(sandbox.expectVerified({ backoff: true }));
    expect(message).toContain('waited too short a time after 2 of 2 responses of 429');
    expect(message).toMatch(/\n {4}Exchange 3, listCategories: .*too short/);
  });

  it('refuses an empty expectation', async () => {
    const error = await refusal(sandbox.verify({ requests: [] }));
    expect(error.message).toMatch(/requests must have at least one entry/i);
  });

  it.each<[object, string]>([
    [{ operation: 'listCategory' }, 'has no operation "listCategory"; did you mean listCategories'],
    [{ scenario: 'flakey' }, 'there is no scenario "flakey"; did you mean flaky'],
    [{ scenario: 'status-418' }, 'there is no scenario "status-418"'],
  ])('refuses to expect no request of a name that there is not: %j', async (expectation, sentence) => {
    const error = await refusal(sandbox.expectVerified({ requests: [{ ...expectation, times: 0 }] }));
    expect([error.status, error.message]).toEqual([422, expect.stringContaining(sentence)]);
  });

  it('may expect requests under a scenario that no file holds', async () => {
    await sandbox.scenario({ answer: { status: 404 } }, 'gone');
    await sandbox.expectVerified({ requests: [{ scenario: 'gone', times: 0 }] });
    await ask();
    await sandbox.normal();
    await sandbox.expectVerified({ requests: [{ scenario: 'gone', times: 1 }] });
  });

  it('refuses to list requests of an operation that there is not', async () => {
    // @ts-expect-error: there is no such operation.
    const error = await refusal(sandbox.requests({ operation: 'listCategorys' }));
    expect(error.message).toContain('did you mean listCategories?');
  });

  it('issues keys of its own with scopes and an expiry', async () => {
    const { key, sandbox: name } = await sandbox.issueKey({ name: 'narrow', scopes: ['rates'] });
    expect(name).toBe(sandbox.name);
    expect(await ask({ Authorization: `Bearer ${key}` })).toBe(403);
    expect(await sandbox.requests({ status: 403 })).toHaveLength(1);
  });

  it('expires and revokes its keys', async () => {
    const { key, id } = await sandbox.issueKey({ name: 'ending' });
    expect(await sandbox.expireKey(id)).toMatchObject({ id, expired: true });
    expect(await ask({ Authorization: `Bearer ${key}` })).toBe(401);
    await sandbox.revokeKey(id);
    expect((await refusal(sandbox.expireKey(id))).status).toBe(404);
  });

  it('has a time of its own, which a test moves', async () => {
    const { key } = await sandbox.issueKey({ name: 'short', expiresInSeconds: 60 });
    const status = () => ask({ Authorization: `Bearer ${key}` });
    expect(await status()).toBe(200);
    expect(await sandbox.advanceClock('PT2M')).toMatchObject({ sandbox: sandbox.name, aheadSeconds: 120 });
    expect(await status()).toBe(401);
    await sandbox.resetClock();
    expect(await status()).toBe(200);
    expect((await sandbox.setClock(new Date(Date.UTC(2031, 0)))).now).toBe('2031-01-01T00:00:00.000Z');
    expect(await status()).toBe(401);
  });

  it('has a time that stands still when it is frozen', async () => {
    const at = '2031-05-06T09:30:00.000Z';
    expect(await sandbox.freezeClock(new Date(at))).toMatchObject({ now: at, frozen: true });
    expect(await sandbox.advanceClock('PT1M')).toMatchObject({
      now: '2031-05-06T09:31:00.000Z',
      frozen: true,
    });
    expect(await sandbox.setClock(at)).toMatchObject({ now: at, frozen: true });
    expect((await sandbox.unfreezeClock()).frozen).toBe(false);
    await sandbox.resetClock();
    expect(await sandbox.freezeClock()).toMatchObject({ frozen: true });
  });

  it('is reset completely', async () => {
    await sandbox.scenario('status-500');
    await ask();
    await sandbox.reset();
    expect(await ask()).toBe(200);
    expect(await sandbox.requests()).toHaveLength(1);
  });

  it('has a coverage of its own; the mock has that of all sandboxes together', async () => {
    const other = mock.sandbox();
    await ask();
    await ask(other.headers('status-500'));
    await ask({});
    const seen = async (of: Sandbox | MockClient) =>
      Object.entries((await of.coverage()).operations.find(({ id }) => id === 'listCategories')!.statuses)
        .filter(([, met]) => met)
        .map(([status]) => status);
    expect(await seen(sandbox)).toEqual(['200']);
    expect(await seen(other)).toEqual(['500']);
    expect(await seen(mock)).toEqual(['200', '401', '500']);
    expect((await mock.coverage()).totals.operations).toMatchObject({ seen: 1 });
  });
});
