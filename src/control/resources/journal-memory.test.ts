/** The journal is bounded in number and bytes: memory is the same after many exchanges as after some. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { MemoryBudget } from '../../state/memory-budget.js';
import { MemoryState } from '../../state/memory/memory-state.js';
import type { NewJournalEntry } from '../../journal/journal-entry.js';
import { rateExamples } from '../../testing/rate-requests.js';
import { startControlTester } from '../testing/control-tester.js';

const MiB = 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes of heap and of buffers that are still reachable. */
function reachable(): number {
  collectGarbage();
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** An exchange with bodies of its own, as a request leaves it. */
function exchange(index: number, bodyBytes: number): NewJournalEntry {
  const body = () => ({ bytes: new Uint8Array(bodyBytes).fill(index), size: bodyBytes });
  return {
    ...{
      time: index,
      elapsed: index,
      durationMs: 1,
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
  it('is flat over 60,000 journalled exchanges in one sandbox', () => {
    const state = new MemoryState({ elapsed: () => performance.now() });
    const record = (count: number): void => {
      for (let index = 0; index < count; index += 1) state.journal.record('one', exchange(index, 64));
    };
    record(2_000);
    const before = reachable();
    record(60_000);
    expect(reachable() - before).toBeLessThan(MiB);
    expect(state.journal.list('one')).toHaveLength(500);
    expect(state.sandboxes.list()).toMatchObject([{ requests: 62_000 }]);
  });

  it('is bounded over all sandboxes together, however many and large', () => {
    const budget = new MemoryBudget(64 * MiB);
    const state = new MemoryState({ elapsed: () => performance.now(), budget });
    const before = reachable();
    for (let index = 0; index < 6000; index += 1)
      state.journal.record(`s-${index % 2000}`, exchange(index, 16_384));
    // 188 MiB of bodies went through.
    expect(reachable() - before).toBeLessThan(70 * MiB);
    expect(state.sandboxes.list()).toHaveLength(2000);
  });

  it('is flat over thousands of requests through a socket, watched or not', async () => {
    const { visit, ask, server } = await startControlTester({ journal: 100 });
    const watching = new AbortController();
    const stream = await fetch(`http://127.0.0.1:${server.port}/__drydock/events`, {
      headers: { Authorization: `Bearer ${server.controlToken}` },
      signal: watching.signal,
    });
    const drained = (async () => {
      for await (const _chunk of stream.body!);
    })().catch(() => undefined);
    const send = async (count: number): Promise<void> => {
      for (let sent = 0; sent < count; sent += 50) {
        const batch = Array.from({ length: 50 }, () =>
          visit('dk_test_busy', '/get-shipping-rates', {
            method: 'POST',
            body: rateExamples.usa_to_bangladesh,
          }),
        );
        await Promise.all(batch);
      }
    };
    await send(500);
    const before = reachable();
    await send(2_000);
    const grown = reachable() - before;
    watching.abort();
    await drained;
    expect(grown).toBeLessThan(8 * MiB);
    const { json } = await ask('GET', '/sandboxes');
    expect(json.sandboxes).toMatchObject([{ name: 'busy', scenario: null, requests: 2_500, documents: {} }]);
    expect((await ask('GET', '/sandboxes/busy/requests?limit=1000&summary=true')).json.requests).toHaveLength(
      100,
    );
  });
});
