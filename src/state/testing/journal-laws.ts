import { describe, expect, it } from 'vitest';
import { fc } from '../../testing/properties/fast-check.js';
import type { State } from '../state.js';
import { newEntry } from './new-entry.js';
import { together, upTo, journalEntries, type OpenStore } from './state-under-test.js';

const paths = async (state: State, sandbox: string) =>
  (await state.journal.list(sandbox)).map(({ id, request }) => `${id} ${request.path}`);

export function journalLaws(fresh: OpenStore): void {
  describe('a journal', () => {
    it('keeps an exchange as it was, also bytes that are no text', async () => {
      const { state } = await fresh();
      const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
      const entry = newEntry('/ä?', {
        operation: 'getOrder',
        durationMs: 1.25,
        elapsed: 1_767_225_600_000.125,
        problems: [{ pointer: '/weight', text: 'weight is wrong' }],
        request: {
          ...{ method: 'POST', path: '/ä?', query: 'a=%20' },
          headers: { host: 'h', 'set-cookie': ['a', 'b'] },
          body: { bytes, size: 100_000 },
        },
        response: { status: 429, headers: { 'Retry-After': '1' }, body: { bytes, size: 256 } },
        scenario: {
          names: ['flaky'],
          channel: 'key',
          step: 'step 1 of 2',
          changes: ['fault reset'],
          fault: 'reset',
        },
      });
      expect(await state.journal.record('a', entry)).toBe(1);
      const [kept] = await state.journal.list('a');
      // A Buffer is cloned to the bytes that it is.
      expect(structuredClone(kept)).toEqual({ ...entry, id: 1 });
      expect(Array.from(kept?.request.body.bytes ?? [])).toEqual(Array.from(bytes));
    });

    it('lists the last exchanges, oldest first, numbered from 1', async () => {
      const { state } = await fresh();
      for (const path of ['/1', '/2', '/3']) await state.journal.record('a', newEntry(path));
      expect(await paths(state, 'a')).toEqual(['1 /1', '2 /2', '3 /3']);
      for (const path of ['/4', '/5', '/6', '/7']) await state.journal.record('a', newEntry(path));
      expect(await paths(state, 'a')).toEqual(['3 /3', '4 /4', '5 /5', '6 /6', '7 /7']);
      expect(await state.sandboxes.list()).toMatchObject([{ name: 'a', requests: 7 }]);
    });

    it('keeps the last exchanges of any number, in order', async () => {
      await fc.assert(
        fc.asyncProperty(fc.nat(20), async (count) => {
          const { state } = await fresh();
          for (const number of upTo(count)) await state.journal.record('a', newEntry(`/${number}`));
          const kept = upTo(count).slice(-journalEntries);
          expect(await paths(state, 'a')).toEqual(kept.map((number) => `${number} /${number}`));
        }),
        { numRuns: 15 },
      );
    });

    it('gives parallel exchanges a number each', async () => {
      const { state } = await fresh();
      const numbers = await together(20, () => state.journal.record('a', newEntry()));
      expect(numbers.sort((a, b) => a - b)).toEqual(upTo(20));
      expect(await state.journal.list('a')).toHaveLength(journalEntries);
    });

    it('is cleared for one sandbox, and goes on counting from the last number', async () => {
      const { state } = await fresh();
      await state.journal.record('a', newEntry('/1'));
      await state.journal.record('b', newEntry('/other'));
      await state.journal.clear('a');
      expect(await state.journal.list('a')).toEqual([]);
      expect(await paths(state, 'b')).toEqual(['1 /other']);
      await state.journal.record('a', newEntry('/2'));
      expect(await paths(state, 'a')).toEqual(['2 /2']);
    });
  });

  it('an exchange from before a reset is told apart from the one that has its number now', async () => {
    const { state } = await fresh();
    const [before, after] = [newEntry('/before'), newEntry('/after', { elapsed: 2000 })];
    const id = await state.journal.record('a', before);
    expect(await state.journal.complete('a', id, before)).toBe(true);
    await state.sandboxes.reset('a');
    expect(await state.journal.complete('a', id, before)).toBe(false);
    expect(await state.journal.record('a', after)).toBe(id);
    expect(await state.journal.complete('a', id, before)).toBe(false);
    expect(await state.journal.complete('a', id, after)).toBe(true);
    expect(await paths(state, 'a')).toEqual(['1 /after']);
  });

  it('coverage is a set of marks for each sandbox', async () => {
    const { state } = await fresh();
    const marks = ['status getOrder 404', 'field GET /a b /box~1/*/ü', 'status getOrder 404'];
    for (const mark of marks) await state.journal.record('a', newEntry(), () => [mark]);
    expect([...(await state.journal.marks('a'))].sort()).toEqual([...new Set(marks)].sort());
    expect((await state.journal.marks('b')).size).toBe(0);
  });
}
