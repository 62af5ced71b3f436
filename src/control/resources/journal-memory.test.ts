/** The journal is bounded in number and bytes: as much is counted after many exchanges as after some. `node bench/mock.mjs` and `node bench/soak.mjs` measure the memory. */
import { describe, expect, it } from 'vitest';
import { MemoryBudget } from '../../state/memory-budget.js';
import { MemoryState } from '../../state/memory/memory-state.js';
import type { NewJournalEntry } from '../../journal/journal-entry.js';
import { rateExamples } from '../../testing/rate-requests.js';
import { startControlTester } from '../testing/control-tester.js';

/** An exchange with bodies of its own, as a request leaves it. */
function exchange(index: number, bodyBytes: number): NewJournalEntry {
  const body = () => ({ bytes: new Uint8Array(bodyBytes).fill(index), size: bodyBytes });
  return {
    ...{
      time: index,
      elapsed: index,
      durationMs: 1,
      delivery: { firstByteMs: 1, lastByteMs: 1, headBytes: 100, bodyBytes, ending: 'complete' },
      operation: 'listCategories',
      problems: [],
      scenario: undefined,
    },
    request: {
      ...{ method: 'GET', path: `/categories/${index}`, query: `index=${index}`, body: body() },
      headers: { host: 'localhost', authorization: `Bearer dk_test_${index}` },
    },
    response: { status: 200, headers: { 'Content-Type': 'application/json' }, body: body() },
  };
}

describe('the memory of the journal', () => {
  it('is counted the same after 8,000 exchanges in one sandbox as after 1,000', () => {
    const budget = new MemoryBudget();
    const state = new MemoryState({ elapsed: () => performance.now(), budget });
    const record = (count: number): void => {
      for (let index = 0; index < count; index += 1) state.journal.record('one', exchange(1000 + index, 64));
    };
    record(1000);
    const before = budget.usage;
    record(7000);
    expect(budget.usage).toEqual(before);
    expect(state.journal.list('one')).toHaveLength(500);
    expect(state.sandboxes.list()).toMatchObject([{ requests: 8000 }]);
  });

  it('holds as many requests through a socket as it may, watched or not', async () => {
    const { visit, ask, server } = await startControlTester({ journal: 100 });
    const watching = new AbortController();
    const stream = await fetch(`http://127.0.0.1:${server.port}/__drydock/events`, {
      headers: { Authorization: `Bearer ${server.controlToken}` },
      signal: watching.signal,
    });
    const drained = (async () => {
      for await (const _chunk of stream.body!);
    })().catch(() => undefined);
    const rated = { method: 'POST', body: rateExamples.usa_to_bangladesh };
    for (let sent = 0; sent < 300; sent += 50)
      await Promise.all(
        Array.from({ length: 50 }, () => visit('dk_test_busy', '/get-shipping-rates', rated)),
      );
    watching.abort();
    await drained;
    const { json } = await ask('GET', '/sandboxes');
    expect(json.sandboxes).toMatchObject([{ name: 'busy', scenario: null, requests: 300, documents: {} }]);
    expect((await ask('GET', '/sandboxes/busy/requests?limit=1000&summary=true')).json.requests).toHaveLength(
      100,
    );
  });
});
