/** A service that has nothing in common with the one that ships runs through the same server, and all of the mock works for it. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OperationName } from '../../client/types.js';
import { sampleRequests } from '../sample-request.js';
import { temporaryFolder } from '../temporary-folder.js';
import { library } from './library-service.js';
import { reader, startLibrary, type LibraryMock } from './library-mock.js';

/** An operation of the library: the types here have those of the shipping service. */
const named = (operation: string): OperationName => operation as OperationName;

const started = await startLibrary();
const { server, client, call } = started;

/** Calls the control API. @param path below /__drydock/ */
async function control(path: string, { controlToken, origin } = server): Promise<unknown> {
  const headers = { Authorization: `Bearer ${controlToken}` };
  return (await fetch(`${origin}/__drydock/${path}`, { headers })).json();
}

describe('a library', () => {
  it('is answered by its handlers alone, under its own base path', () => {
    expect(server.answeredByDocument).toEqual([]);
    expect(server.url).toBe(`${server.origin}/city-library/v2`);
  });

  it('finds books by text and genre', async () => {
    const all = (await call('GET', '/books?limit=50')).json.books as Record<string, string>[];
    expect(all).toHaveLength(24);
    const { title, author, genre } = all[5]!;
    const text = encodeURIComponent(author!.toLowerCase());
    const { json } = await call('GET', `/books?text=${text}&genre=${genre!}&limit=50`);
    expect(json.books).toContainEqual(expect.objectContaining({ title, author, genre }));
    expect(json.books).toEqual(all.filter((book) => book.author === author && book.genre === genre));
    expect((await call('GET', '/books?limit=1')).json).toMatchObject({ found: 24, books: [all[0]] });
  });

  it('lends a copy until the day that follows from its clock and the wish, and shows the loan', async () => {
    const card = 'dk_test_lend';
    const { status, json } = await call('POST', '/books/B001/loans', { card, body: { ...reader, days: 10 } });
    expect([status, json]).toEqual([
      201,
      expect.objectContaining({
        id: 'B001-1',
        ...reader,
        lent: '2026-01-15',
        due: '2026-01-25',
        fine_cents: 0,
      }),
    ]);
    expect((await call('GET', '/loans/B001-1', { card })).json).toEqual(json);
  });

  it('lends the last copy exactly once under parallel calls, and again once it is back', async () => {
    const card = 'dk_test_last';
    const lend = () => call('POST', '/books/B001/loans', { card, body: reader });
    const statuses = (await Promise.all(Array.from({ length: 20 }, lend))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    const back = () => call('DELETE', '/loans/B001-1', { card });
    const backs = await Promise.all([back(), back(), back()]);
    expect(backs.map(({ status }) => status).sort()).toEqual([204, 409, 409]);
    expect(backs.find(({ status }) => status === 204)?.text).toBe('');
    expect((await lend()).json).toMatchObject({ id: 'B001-2' });
    expect((await lend()).json).toEqual({
      code: 'conflict',
      detail: expect.stringMatching(/^Not possible now/),
    });
  });

  it('reports in its own error shape what does not exist', async () => {
    expect((await call('GET', '/loans/B001-77')).json).toEqual({
      code: 'not_found',
      detail: 'Not found: There is no loan B001-77',
    });
    expect((await call('POST', '/books/B999/loans', { body: reader })).status).toBe(404);
    expect((await call('GET', '/nowhere')).json.code).toBe('not_found');
  });

  it('names every field that is wrong, of query, path and body', async () => {
    const search = await call('GET', '/books?limit=0&genre=maps');
    expect([search.status, search.json.code]).toEqual([400, 'invalid_request']);
    expect(search.json.detail).toMatch(/genre.*limit/);
    const lent = await call('POST', '/books/X1/loans', { body: { days: 99, colour: 'red' } });
    expect(lent.status).toBe(400);
    for (const field of ['book', 'reader', 'days', 'colour']) expect(lent.json.detail).toContain(field);
    const broken = await call('POST', '/books/B001/loans', { body: '{"reader": ' });
    expect(broken.json.detail).toContain('line 1, column 12');
  });

  it('gives the same bytes for the same seed and clock, and other books for another seed', async () => {
    const [again, other] = await Promise.all([startLibrary(), startLibrary({ seed: 2 })]);
    const session = async (mock: LibraryMock): Promise<string> => {
      const card = 'dk_test_same';
      const texts = [
        await mock.call('GET', '/books', { card }),
        await mock.call('POST', '/books/B002/loans', { card, body: reader }),
        await mock.call('GET', '/loans/B002-1', { card }),
      ];
      return texts.map(({ text }) => text.replaceAll(mock.server.origin, 'ORIGIN')).join('\n');
    };
    const first = await session(started);
    expect(await session(again)).toBe(first);
    expect(await session(other)).not.toBe(first);
  });
});

describe('cards of the library', () => {
  it.each([
    ['no card', '', 401, 'the header X-Library-Card must be a key'],
    ['an unknown card', 'somebody', 401, 'the key is not known'],
    ['an expired card', 'dk_expired_cards', 401, 'the key has expired'],
    ['a card that lacks the scope', 'dk_limited_cards', 403, 'This key may not use this operation'],
  ])('%s (%j) gets %i and the reason', async (_, card, status, why) => {
    const refused = await call('POST', '/books/B003/loans', { card, body: reader });
    expect([refused.status, refused.json.detail]).toEqual([status, expect.stringContaining(why)]);
  });

  it('lets a limited card search, as the service says', async () => {
    expect((await call('GET', '/books', { card: 'dk_limited_cards' })).status).toBe(200);
  });

  it('counts in its own header alone', async () => {
    const headers = { Authorization: 'Bearer dk_test_cards' };
    const refused = await call('GET', '/books', { card: '', headers });
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'ApiKey']);
  });

  it('can be issued for one scope, and revoked', async () => {
    const sandbox = client.sandbox('issued');
    const { key: card, id } = await sandbox.issueKey({ name: 'desk', scopes: ['loans'] });
    expect((await call('POST', '/books/B003/loans', { card, body: reader })).status).toBe(201);
    expect((await call('GET', '/books', { card })).status).toBe(403);
    await sandbox.revokeKey(id);
    expect((await call('POST', '/books/B003/loans', { card, body: reader })).status).toBe(401);
  });
});

describe('sandboxes of the library', () => {
  it('share nothing: loans, copies and journals belong to one card', async () => {
    const [one, two] = ['dk_test_one', 'dk_test_two'];
    expect((await call('POST', '/books/B001/loans', { card: one, body: reader })).status).toBe(201);
    expect((await call('GET', '/loans/B001-1', { card: two })).status).toBe(404);
    expect((await call('POST', '/books/B001/loans', { card: two, body: reader })).status).toBe(201);
    expect(await client.sandbox('one').requests()).toHaveLength(1);
    expect(await client.sandbox('two').requests()).toHaveLength(2);
  });

  it('each have a quota; a 429 has the wait, in the shape of the library', async () => {
    const { call: visit } = await startLibrary({ quota: { limit: 2, windowSeconds: 3600 } });
    const card = 'dk_test_greedy';
    for (let round = 0; round < 2; round += 1)
      expect((await visit('GET', '/books', { card })).status).toBe(200);
    const { status, json, headers } = await visit('GET', '/books', { card });
    expect([status, json.code]).toEqual([429, 'too_many_requests']);
    expect(json.detail).toContain(`Retry after ${headers.get('retry-after')!} seconds`);
    expect((await visit('GET', '/books', { card: 'dk_test_modest' })).status).toBe(200);
  });

  it('are empty again after a reset', async () => {
    const sandbox = client.sandbox('reset');
    const lend = () => call('POST', '/books/B001/loans', { card: sandbox.key, body: reader });
    await lend();
    expect((await lend()).status).toBe(409);
    await sandbox.reset();
    expect((await call('GET', '/loans/B001-1', { card: sandbox.key })).status).toBe(404);
    expect((await lend()).json).toMatchObject({ id: 'B001-1' });
  });

  it('list what they keep', async () => {
    await call('POST', '/books/B002/loans', { card: 'dk_test_listed', body: reader });
    const { sandboxes } = (await control('sandboxes')) as {
      sandboxes: { name: string; documents: unknown }[];
    };
    expect(sandboxes.find(({ name }) => name === 'listed')?.documents).toMatchObject({ loans: 1 });
  });
});

describe('the journal of the library', () => {
  it('shows exchanges without the card, and verifies them', async () => {
    const sandbox = client.sandbox('journal');
    await call('POST', '/books/B002/loans', { card: sandbox.key, body: reader });
    await call('GET', '/books?limit=zero', { card: sandbox.key });
    const [lent, searched] = await sandbox.requests();
    expect(lent).toMatchObject({
      operation: 'lendBook',
      request: { path: '/city-library/v2/books/B002/loans' },
    });
    expect(lent?.request.headers['x-library-card']).toMatch(/^dk_test_/);
    expect(searched?.problems).toEqual([expect.objectContaining({ text: expect.stringContaining('limit') })]);
    await sandbox.expectVerified({
      requests: [
        { operation: named('lendBook'), status: 201, pointers: { '/reader': reader.reader }, times: 1 },
        { operation: named('searchBooks'), status: 400 },
      ],
      inOrder: true,
    });
    await expect(sandbox.expectVerified({ requests: [{ operation: named('giveBack') }] })).rejects.toThrow(
      'giveBack',
    );
  });

  it('explains a fine: overdue days, what a day costs, and what a fine can not exceed', async () => {
    let time = Date.parse('2026-01-15T09:30:00Z');
    const late = await startLibrary({
      service: { ...library, prepare: (context) => library.prepare({ ...context, now: () => time }) },
    });
    await late.call('POST', '/books/B001/loans', { body: { ...reader, days: 1 } });
    time += 4 * 86_400_000;
    const { json } = await late.call('GET', '/loans/B001-1');
    expect(json.overdue_days).toBe(3);
    const { charges } = (await control('sandboxes/reader/requests/2', late.server)) as {
      charges: Record<string, number>;
    };
    expect(charges).toEqual({
      overdueDays: 3,
      centsPerDay: expect.any(Number),
      maxCents: expect.any(Number),
      fineCents: json.fine_cents,
    });
    expect(charges.fineCents).toBe(3 * charges.centsPerDay!);
    expect(await control('sandboxes/reader/requests/1', late.server)).toMatchObject({ charges: null });
    time += 1000 * 86_400_000;
    expect((await late.call('GET', '/loans/B001-1')).json.fine_cents).toBe(charges.maxCents);
  });

  it('counts coverage: complete once every operation, status and field was seen', async () => {
    const sandbox = client.sandbox('covered');
    const { contract } = server.mock();
    const exercise = (method: string, path: string, body?: unknown) =>
      call(method, path, { card: sandbox.key, ...(body === undefined ? {} : { body }) });
    await exercise('GET', '/books');
    await exercise('POST', '/books/B001/loans', { ...reader, days: 3 });
    await exercise('GET', '/loans/B001-1');
    await exercise('DELETE', '/loans/B001-1');
    const half = await sandbox.coverage();
    expect(half.totals).toMatchObject({ operations: { seen: 4, of: 4 }, fields: { percent: 100 } });
    expect(half.totals.errors.seen).toBe(0);
    for (const operation of contract.operations)
      for (const code of operation.responses.keys()) {
        const { method, path, body } = sampleRequests(contract, operation).bare;
        if (!/^[45]/.test(code)) continue;
        const headers = { 'X-Mock-Scenario': `status-${code}`, 'Content-Type': 'application/json' };
        await call(method, path, { card: sandbox.key, headers, ...(body && { body: body.toString() }) });
      }
    const { totals, operations } = await sandbox.coverage();
    expect(totals).toMatchObject({ statuses: { percent: 100 }, errors: { percent: 100 } });
    expect(operations.flatMap(({ undocumented }) => undocumented)).toEqual([]);
  });
});

describe('covers of the library', () => {
  it('are served to everybody, where the search says', async () => {
    const { json } = await call('GET', '/books?limit=1');
    const [book] = json.books as { cover: string; title: string }[];
    const response = await fetch(book!.cover);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^image\/svg\+xml/),
    ]);
    expect(await response.text()).toContain(book!.title);
  });

  it.each([
    ['B999.svg', 404],
    ['B001.png', 404],
    ['..%2Flibrary.yaml', 401],
    ['', 401],
  ])('do not exist at %j, which gets %i', async (name, status) => {
    expect((await fetch(`${server.origin}/__drydock/covers/${name}`)).status).toBe(status);
  });
});

it('the library serves a changed document at once, with its handlers', async () => {
  const folder = join(temporaryFolder(), 'library');
  cpSync(join(library.document, '..'), folder, { recursive: true });
  const document = join(folder, 'library.yaml');
  let reloaded: () => void = () => undefined;
  const seen = new Promise<void>((resolve) => (reloaded = resolve));
  const service = { ...library, document, scenarios: join(folder, 'scenarios') };
  const mock = await startLibrary({ service, watch: true, log: reloaded });
  expect((await mock.call('POST', '/books/B003/loans', { body: { ...reader, days: 60 } })).status).toBe(400);
  writeFileSync(document, readFileSync(document, 'utf8').replace('maximum: 28', 'maximum: 90'));
  await seen;
  const lent = await mock.call('POST', '/books/B003/loans', { body: { ...reader, days: 60 } });
  expect([lent.status, lent.json.due]).toEqual([201, '2026-03-16']);
});
