import { describe, expect, it } from 'vitest';
import { MemoryBudget, MemoryShare } from '../memory-budget.js';
import { newEntry } from '../testing/new-entry.js';
import { KeptBodies } from './kept-bodies.js';
import { SandboxJournal } from './sandbox-journal.js';
import type { KeptBody } from '../../journal/journal-entry.js';

const emptyJournal = () =>
  new SandboxJournal(500, new MemoryShare(new MemoryBudget().account('journals')), new KeptBodies());

/** The body that a journal gives back. */
function keptBody(body: KeptBody): KeptBody | undefined {
  const journal = emptyJournal();
  journal.record(newEntry('/a', { response: { status: 200, headers: {}, body } }));
  return journal.list()[0]?.response.body;
}

describe('a body in a journal', () => {
  it('is a copy, independent of the buffer that it was a part of', () => {
    const buffer = new Uint8Array(1000).fill(1);
    const journal = emptyJournal();
    const body = { bytes: buffer.subarray(10, 13), size: 3 };
    journal.record(newEntry('/a', { response: { status: 200, headers: {}, body } }));
    buffer.fill(2);
    const kept = journal.list()[0]?.response.body;
    expect(Array.from(kept?.bytes ?? [])).toEqual([1, 1, 1]);
  });

  it.each(['ASCII', 'Größe 🚢'])('that is the text %j is kept in UTF-8', (text) => {
    const size = Buffer.byteLength(text);
    const kept = keptBody({ bytes: new TextEncoder().encode(text), text, size });
    expect(kept?.size).toBe(size);
    expect(Buffer.from(kept?.bytes ?? []).toString()).toBe(text);
  });

  it('that never changes is shared', () => {
    const lasting: KeptBody = { bytes: Uint8Array.of(1), size: 1, lasting: true };
    expect(keptBody(lasting)).toBe(lasting);
  });
});
