import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { MemoryBudget, MemoryShare } from '../memory-budget.js';
import { newEntry } from '../testing/new-entry.js';
import { KeptBodies, SandboxJournal } from './sandbox-journal.js';
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

const bodyOf = (bytes: Uint8Array): KeptBody => ({ bytes, size: bytes.length });

// Long enough that slabs fill, so that they are filled again within a few steps.
const someBytes = fc
  .tuple(fc.integer({ min: 500, max: 5000 }), fc.nat(255))
  .map(([length, byte]) => new Uint8Array(length).fill(byte));
const position = fc.nat(1000);
const step = fc.oneof(
  fc.record({ do: fc.constant('keep' as const), bytes: someBytes }),
  fc.record({ do: fc.constant('drop' as const), position }),
  fc.record({ do: fc.constant('read' as const), position }),
);

describe('the bodies of journals', () => {
  it('are what they were, whatever is kept, read and dropped, and so is what a reader was given', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 50, maxLength: 200 }), (steps) => {
        const bodies = new KeptBodies();
        const held: { readonly expected: Uint8Array; readonly body: KeptBody }[] = [];
        const read: { readonly expected: Uint8Array; readonly given: Uint8Array }[] = [];
        for (const one of steps) {
          if (one.do === 'keep') held.push({ expected: one.bytes, body: bodies.keep(bodyOf(one.bytes)) });
          const at = one.do === 'keep' ? 0 : one.position % Math.max(held.length, 1);
          const chosen = held[at];
          if (!chosen) continue;
          if (one.do === 'read') read.push({ expected: chosen.expected, given: chosen.body.bytes });
          if (one.do === 'drop') {
            bodies.drop(chosen.body);
            held.splice(at, 1);
          }
        }
        for (const { expected, given } of read) expect(Buffer.compare(given, expected)).toBe(0);
        for (const { expected, body } of held) expect(Buffer.compare(body.bytes, expected)).toBe(0);
      }),
    );
  });

  it('lie where dropped ones were, so that keeping the last hundred takes no new memory for each', () => {
    const allocate = vi.spyOn(Buffer, 'allocUnsafeSlow');
    try {
      const bodies = new KeptBodies();
      const last: KeptBody[] = [];
      for (let count = 0; count < 5000; count += 1) {
        last.push(bodies.keep(bodyOf(new Uint8Array(1000).fill(count))));
        const oldest = last.length > 100 ? last.shift() : undefined;
        if (oldest) bodies.drop(oldest);
      }
      // Eight of them share a slab.
      expect(allocate.mock.calls.length).toBeLessThan(20);
    } finally {
      allocate.mockRestore();
    }
  });

  it('keep their size when their bytes are dropped, once and for all', () => {
    const bodies = new KeptBodies();
    const [first, second] = [bodies.keep(bodyOf(Uint8Array.of(1))), bodies.keep(bodyOf(Uint8Array.of(2)))];
    bodies.drop(first);
    bodies.drop(first);
    expect({ ...first, bytes: Array.from(first.bytes) }).toMatchObject({ size: 1, bytes: [] });
    expect(Array.from(second.bytes)).toEqual([2]);
  });
});
