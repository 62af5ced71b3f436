/**
 * The bytes of the bodies that journals keep. Small bodies lie in slabs that are filled again once all their bodies are dropped: a buffer
 * that has grown old is freed by a full collection only, and thousands of dropped bodies a second would start several a minute.
 */
import type { KeptBody } from '../../journal/journal-entry.js';
import { ownSlabBytes } from './memory-costs.js';

/** Slabs that wait to be filled again; 2 MiB. */
const maxSpareSlabs = 256;

interface Slab {
  readonly bytes: Uint8Array;
  /** The bytes from here on are free. */
  filled: number;
  /** Bodies in it that are not dropped. */
  bodies: number;
  /** True once a reader was given a part of it, which must never change. */
  isRead: boolean;
}

/** Keeps copies of bodies: their bytes may be a part of a buffer that is larger or used again. */
export class KeptBodies {
  private slab = newSlab(2 * ownSlabBytes);
  private readonly spare: Slab[] = [];

  /** @returns the body itself where it is shared or empty */
  keep(body: KeptBody): KeptBody {
    if (body.lasting === true || body.size === 0) return body;
    const { text, size } = body;
    const length = text === undefined ? body.bytes.length : size;
    const slab = this.slabFor(length);
    const start = slab.filled;
    if (text === undefined) slab.bytes.set(body.bytes, start);
    else writeText(slab.bytes, text, start, size);
    slab.filled += length;
    slab.bodies += 1;
    return new BodyInSlab(size, slab, start, slab.filled);
  }

  /** Lets the bytes of a body go; its size stays. One that is shared stays whole. @param body of `keep` */
  drop(body: KeptBody): void {
    const slab = body instanceof BodyInSlab ? body.leave() : undefined;
    if (!slab || slab.bodies > 0 || slab.isRead || slab === this.slab) return;
    if (slab.bytes.length !== 2 * ownSlabBytes || this.spare.length === maxSpareSlabs) return;
    slab.filled = 0;
    this.spare.push(slab);
  }

  /** One with room for so many bytes; larger bodies have one of their own. */
  private slabFor(length: number): Slab {
    if (length >= ownSlabBytes) return newSlab(length);
    if (this.slab.filled + length > this.slab.bytes.length)
      this.slab = this.spare.pop() ?? newSlab(2 * ownSlabBytes);
    return this.slab;
  }
}

class BodyInSlab implements KeptBody {
  constructor(
    readonly size: number,
    private slab: Slab | undefined,
    private readonly start: number,
    private readonly end: number,
  ) {}

  get bytes(): Uint8Array {
    if (!this.slab) return noBytes;
    this.slab.isRead = true;
    return this.slab.bytes.subarray(this.start, this.end);
  }

  /** @returns the slab in which it was, once */
  leave(): Slab | undefined {
    const { slab } = this;
    this.slab = undefined;
    if (slab) slab.bodies -= 1;
    return slab;
  }
}

const noBytes = new Uint8Array(0);

/**
 * Node's buffers lie outside the heap, where the garbage collector doesn't copy them while they are young; a browser has typed arrays.
 */
const hasBuffer = typeof Buffer !== 'undefined';
const encoder = new TextEncoder();

function newSlab(length: number): Slab {
  const bytes = hasBuffer ? Buffer.allocUnsafeSlow(length) : new Uint8Array(length);
  return { bytes, filled: 0, bodies: 0, isRead: false };
}

/** @param size bytes of the text in UTF-8 */
const writeText: (bytes: Uint8Array, text: string, start: number, size: number) => void = hasBuffer
  ? // As many bytes as characters: then all of them are ASCII.
    (bytes, text, start, size) => {
      (bytes as Buffer).write(text, start, size, text.length === size ? 'latin1' : 'utf8');
    }
  : (bytes, text, start) => {
      encoder.encodeInto(text, bytes.subarray(start));
    };
