import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BodyStore } from './body-store.js';
import type { StoredBody } from './body-store.js';
import type { KeptBody } from '../../journal/journal-entry.js';

const bodyOf = (text: string): KeptBody => {
  const bytes = Buffer.from(text);
  return { bytes, size: bytes.length, text };
};
const textOf = ({ bytes }: KeptBody): string => Buffer.from(bytes).toString();

/** The block of bytes that a body lies in. */
const blockOf = (store: BodyStore, stored: StoredBody): ArrayBufferLike => store.load(stored).bytes.buffer;

describe('bodies', () => {
  it('come back as they were, whatever is stored and dropped, oldest first', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.nat(20_000).map((length) => 'a'.repeat(length)),
      fc.nat(3000).map((length) => 'ä😀'.repeat(length)),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(text, fc.nat(3), fc.boolean()), { maxLength: 60 }), (steps) => {
        const store = new BodyStore();
        const kept: { stored: StoredBody; text: string }[] = [];
        const lent: { body: KeptBody; text: string }[] = [];
        for (const [added, drops, looks] of steps) {
          // A lone surrogate is no text in UTF-8.
          const well = Buffer.from(added).toString();
          kept.push({ stored: store.store(bodyOf(well)), text: well });
          if (looks) for (const each of kept) lent.push({ body: store.load(each.stored), text: each.text });
          for (const { stored } of kept.splice(0, drops)) store.drop(stored);
        }
        for (const each of kept) expect(textOf(store.load(each.stored))).toBe(each.text);
        // What was given away stays, even where its body has been dropped since.
        for (const { body, text: given } of lent) expect(textOf(body)).toBe(given);
      }),
      { numRuns: 200 },
    );
  });

  it('of bytes without a text are copied, of bytes that last are not', () => {
    const store = new BodyStore();
    const bytes = Uint8Array.of(1, 2, 255);
    const copied = store.store({ bytes, size: 10 });
    const lasting: KeptBody = { bytes, size: 3, lasting: true };
    const shared = store.store(lasting);
    bytes.fill(0);
    expect(store.load(copied)).toMatchObject({ size: 10 });
    expect([...store.load(copied).bytes]).toEqual([1, 2, 255]);
    expect(store.load(shared)).toBe(lasting);
  });

  it('fill the same blocks again and again, unless somebody looks at them', () => {
    const body = bodyOf('x'.repeat(5000));
    const run = (looks: boolean): number => {
      const store = new BodyStore();
      const kept: StoredBody[] = [];
      const blocks = new Set<unknown>();
      for (let count = 0; count < 2000; count += 1) {
        const stored = store.store(body);
        kept.push(stored);
        if (!('block' in stored)) throw new Error('It should lie in a block.');
        blocks.add(stored.block);
        if (looks) store.load(stored);
        if (kept.length > 100) store.drop(kept.shift()!);
      }
      return blocks.size;
    };
    // Five ever larger ones at first, then those of 100 bodies, at 13 to a block.
    expect(run(false)).toBeLessThanOrEqual(5 + Math.ceil(101 / 13) + 1);
    expect(run(true)).toBeGreaterThan(140);
  });

  it('that are few need little, and that are long have bytes of their own', () => {
    const store = new BodyStore();
    expect(blockOf(store, store.store(bodyOf('a'))).byteLength).toBe(4096);
    const long = bodyOf('x'.repeat(30_000));
    expect(store.load(store.store(long)).bytes).toHaveLength(30_000);
    expect(blockOf(store, store.store(bodyOf('b'))).byteLength).toBe(4096);
  });
});
