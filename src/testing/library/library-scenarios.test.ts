/** Every channel and kind of scenario works for a service of anybody's, in that service's own error shape. */
import { describe, expect, it } from 'vitest';
import { jsonMediaType } from '../../contract/operations.js';
import { sampleRequests } from '../sample-request.js';
import { reader, startLibrary, type Received } from './library-mock.js';

const { server, client, call } = await startLibrary();

describe('scenarios of the library', () => {
  const lend = (card: string, headers: Record<string, string> = {}) =>
    call('POST', '/books/B003/loans', { card, body: reader, headers });
  const shownBy = ({ status, headers }: Received) => [
    status,
    headers.get('x-mock-scenario'),
    headers.get('x-mock-scenario-channel'),
  ];

  it('are those of its own folder and those of its document', async () => {
    const names = (await client.scenarios()).map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['empty-shelves', 'stocktaking', 'slow-terminal', 'status-409']),
    );
    expect(names).not.toContain('flaky');
  });

  it('are chosen by header, Prefer, key and sandbox, for one request or for a client', async () => {
    const byHeader = await lend('dk_test_header', { 'X-Mock-Scenario': 'stocktaking' });
    expect(shownBy(byHeader)).toEqual([409, expect.stringContaining('stocktaking'), 'header']);
    expect(byHeader.json).toEqual({
      code: 'conflict',
      detail: 'Stocktaking: Nothing is lent during stocktaking',
    });
    expect(shownBy(await lend('dk_test_prefer', { Prefer: 'code=404' }))).toEqual([
      404,
      'status-404',
      'prefer',
    ]);
    expect(shownBy(await lend('dk_test_key~status-500'))).toEqual([500, 'status-500', 'key']);
    expect(shownBy(await lend('dk_test_key'))).toEqual([201, null, null]);
    const sandbox = await client.sandbox('chosen').scenario('stocktaking' as string);
    const statuses = [];
    for (let round = 0; round < 3; round += 1) statuses.push((await lend(sandbox.key)).status);
    expect(statuses).toEqual([409, 409, 201]);
    expect((await lend('dk_test_other')).status).toBe(201);
  });

  it('are chosen by default for everyone', async () => {
    const everyone = await startLibrary({ scenario: 'status-500' });
    const refused = await everyone.call('GET', '/books');
    expect(shownBy(refused)).toEqual([500, 'status-500', 'default']);
    await everyone.client.setDefaultScenario('normal');
    expect((await everyone.call('GET', '/books')).status).toBe(200);
  });

  it('that do not exist get 400 with the nearest names', async () => {
    const refused = await lend('dk_test_typo', { 'X-Mock-Scenario': 'stocktakin' });
    expect([refused.status, refused.json.code]).toEqual([400, 'invalid_request']);
    expect(refused.json.detail).toContain('stocktaking');
  });

  it('patch the body of a real response, and delay it', async () => {
    const empty = await call('GET', '/books', { headers: { 'X-Mock-Scenario': 'empty-shelves' } });
    expect([empty.status, empty.json]).toEqual([200, { books: [], found: 0 }]);
    const start = performance.now();
    expect((await call('GET', '/books', { headers: { 'X-Mock-Scenario': 'slow-terminal' } })).status).toBe(
      200,
    );
    expect(performance.now() - start).toBeGreaterThan(290);
  });

  it('can be inline, and break the connection', async () => {
    const sandbox = client.sandbox('broken');
    const search = () => call('GET', '/books', { card: sandbox.key });
    for (const fault of ['reset', 'truncated-body'] as const) {
      await sandbox.scenario({ steps: [{ times: 1, fault }] }, `one-${fault}`);
      await expect(search()).rejects.toThrow(/fetch failed|terminated/);
      expect((await search()).status).toBe(200);
    }
    const faults = (await sandbox.requests()).map(({ scenario }) => scenario?.fault ?? null);
    expect(faults).toEqual(['reset', null, 'truncated-body', null]);
  });
});

describe('each documented error', () => {
  const { contract } = server.mock();
  const errors = contract.operations.flatMap((operation) =>
    [...operation.responses.keys()]
      .filter((code) => /^[45]/.test(code))
      .map((code) => [operation.id, Number(code), operation] as const),
  );

  it.each(errors)('of %s can be forced: %i, in the shape of the library', async (_id, status, operation) => {
    const { method, path, body } = sampleRequests(contract, operation).bare;
    const forced = await call(method, path, {
      card: 'dk_test_forced',
      headers: { 'X-Mock-Scenario': `status-${status}`, 'Content-Type': 'application/json' },
      ...(body && { body: body.toString() }),
    });
    expect(forced.status).toBe(status);
    const response = operation.responses.get(String(status))?.value;
    expect(jsonMediaType(response?.content)).toBe('application/json');
    const { schema } = response!.content!['application/json']!;
    const { code } = (schema as { properties: { code: { const: string } } }).properties;
    expect(forced.json).toEqual({ code: code.const, detail: expect.stringMatching(/\w/) });
  });
});
