import { beforeAll, describe, expect, it } from 'vitest';
import { MemoryState } from '../../state/memory/memory-state.js';
import { newEntry } from '../../state/testing/new-entry.js';
import { rateRequest } from '../../testing/rate-requests.js';
import { startControlTester, type ControlTester } from '../testing/control-tester.js';
import { prepareSearch } from './search.js';

let tester: ControlTester;
const secret = 'dk_live_0123456789abcdef0123456789abcdef';

beforeAll(async () => {
  tester = await startControlTester({ keys: [secret] });
  const { visit } = tester;
  await visit('dk_test_alice', '/categories');
  await visit('dk_test_alice', '/get-shipping-rates', { method: 'POST', body: rateRequest() });
  await visit('dk_test_bob~flaky', '/categories');
  await visit('dk_test_bob', '/orders/NONE');
  await visit(secret, '/categories', { headers: { 'X-Trace': 'Trace-77' } });
});

/** Lists the matches of a search, as `sandbox status operation`. */
async function found(search: string, more = ''): Promise<string[]> {
  const { status, json, text } = await tester.ask(
    'GET',
    `/requests?summary=true&search=${encodeURIComponent(search)}${more}`,
  );
  if (status !== 200) throw new Error(text);
  const { requests } = json as { requests: { sandbox: string; status: number; operation: string }[] };
  return requests.map(({ sandbox, status: code, operation }) => `${sandbox} ${code} ${operation}`);
}

describe('GET /__drydock/requests', () => {
  it('lists the requests of all sandboxes in one call, oldest first', async () => {
    expect(await found('')).toEqual([
      'alice 200 listCategories',
      'alice 200 getShippingRates',
      'bob 500 listCategories',
      'bob 404 getOrder',
      'own-key 200 listCategories',
    ]);
  });

  it('lists those of one millisecond in the order in which they came', async () => {
    const state = new MemoryState({ elapsed: () => 1 });
    for (const [sandbox, elapsed] of [
      ['late', 1000.75],
      ['early', 1000.125],
      ['early', 1000.5],
    ] as const)
      state.journal.record(sandbox, newEntry('/a', { elapsed }));
    const mock = () => ({ secrets: { names: new Set() } });
    const search = prepareSearch({ mock, state } as unknown as Parameters<typeof prepareSearch>[0]);
    const call = { query: { summary: true, limit: 10 } } as Parameters<typeof search.searchRequests>[0];
    const { requests } = (await search.searchRequests(call)).json;
    expect(requests).toMatchObject([{ sandbox: 'early' }, { sandbox: 'early' }, { sandbox: 'late' }]);
  });

  it.each([
    ['status:5xx', ['bob 500 listCategories']],
    ['sandbox:bob -status:404', ['bob 500 listCategories']],
    ['op:getShippingRates took:>=0', ['alice 200 getShippingRates']],
    ['union post ground', ['alice 200 getShippingRates']],
    ['request:residential', []],
    ['request:commercial', ['alice 200 getShippingRates']],
    ['header:x-trace', ['own-key 200 listCategories']],
    ['trace-77', ['own-key 200 listCategories']],
    ['"Bearer dk_test_alice" op:listCategories', ['alice 200 listCategories']],
    ['body:NONE', ['bob 404 getOrder']],
  ])('finds by %s', async (search, expected) => {
    expect(await found(search)).toEqual(expected);
  });

  it('finds no secret key by more of it than a journal shows', async () => {
    expect(await found('header:dk_l')).toEqual(['own-key 200 listCategories']);
    expect(await found(secret.slice(0, 12))).toEqual([]);
  });

  it('says how many match, and shows the latest of them', async () => {
    const { json } = await tester.ask('GET', '/requests?limit=1&search=op:listCategories');
    expect(json).toMatchObject({
      matching: 3,
      requests: [{ sandbox: 'own-key', response: { status: 200 } }],
    });
  });

  it('refuses a token that it can not read, and too many exchanges in full', async () => {
    const wrong = await tester.ask('GET', '/requests?search=status:abc');
    expect([wrong.status, wrong.json.errors]).toEqual([
      400,
      ['status: needs a status or a class, such as status:5xx; got "abc"'],
    ]);
    const many = await tester.ask('GET', '/requests?limit=5000');
    expect([many.status, many.json.detail]).toEqual([
      400,
      'limit must be at most 1000 without summary=true, got 5000.',
    ]);
  });
});
