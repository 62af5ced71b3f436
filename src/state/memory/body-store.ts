import type { KeptBody } from '../../journal/journal-entry.js';

/** Bytes of a block: small for a sandbox that is used once, large enough to be filled by dozens of bodies. */
const smallestBlock = 4096;
const largestBlock = 65_536;
/** A longer body has bytes of its own. */
const longestInBlock = largestBlock / 4;

interface Block {
  readonly bytes: Buffer;
  used: number;
  /** Bodies in it that are still kept. */
  held: number;
  /** Whether somebody was given a part of it, who may look at it for as long as he wants. */
  lent: boolean;
}

/** Where a body lies. */
interface Place {
  readonly block: Block;
  readonly from: number;
  readonly length: number;
  readonly size: number;
}

export type StoredBody = KeptBody | Place;

/**
 * Holds the bodies of a journal in blocks of bytes, outside the heap: there the garbage collector would copy each of them
 * twice before it is dropped. A block whose bodies have all been dropped is filled again.
 */
export class BodyStore {
  #block: Block | undefined;
  #spare: Block | undefined;

  store(body: KeptBody): StoredBody {
    if (body.lasting === true || body.size === 0) return body;
    const { text, size } = body;
    const length = text === undefined ? body.bytes.length : size;
    if (length > longestInBlock)
      return { bytes: text === undefined ? Uint8Array.from(body.bytes) : Buffer.from(text), size };
    const block = this.#blockFor(length);
    const from = block.used;
    if (text === undefined) block.bytes.set(body.bytes, from);
    // As many bytes as letters: then all of them are ASCII.
    else block.bytes.write(text, from, length, text.length === length ? 'latin1' : 'utf8');
    block.used += length;
    block.held += 1;
    return { block, from, length, size };
  }

  /** The body's bytes stay as they are, even after it has been dropped. */
  load(stored: StoredBody): KeptBody {
    if (!('block' in stored)) return stored;
    const { block, from, length, size } = stored;
    block.lent = true;
    return { bytes: block.bytes.subarray(from, from + length), size };
  }

  drop(stored: StoredBody): void {
    if (!('block' in stored)) return;
    const { block } = stored;
    block.held -= 1;
    if (block.held > 0) return;
    const reusable = !block.lent && block.bytes.length === largestBlock;
    if (block === this.#block) this.#block = undefined;
    if (reusable) this.#spare = block;
  }

  #blockFor(length: number): Block {
    const latest = this.#block;
    if (latest && latest.used + length <= latest.bytes.length) return latest;
    let block = this.#spare;
    this.#spare = undefined;
    if (block) block.used = 0;
    else {
      const wanted = Math.max(2 * (latest?.bytes.length ?? 0), 2 * length, smallestBlock);
      block = {
        bytes: Buffer.allocUnsafeSlow(Math.min(wanted, largestBlock)),
        used: 0,
        held: 0,
        lent: false,
      };
    }
    this.#block = block;
    return block;
  }
}
