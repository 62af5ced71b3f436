import { describe, expect, it } from 'vitest';
import { fc } from '../../testing/properties/fast-check.js';
import { FrameCounter } from './frame-counter.js';

interface Frame {
  readonly opcode: number;
  readonly isLast: boolean;
  readonly mask: Uint8Array | undefined;
  readonly payload: Uint8Array;
}

/** A frame as RFC 6455 section 5.2 draws it. */
function bytesOf({ opcode, isLast, mask, payload }: Frame): Buffer {
  const size = payload.length;
  const head = Buffer.alloc(size < 126 ? 2 : size < 65_536 ? 4 : 10);
  head[0] = (isLast ? 0x80 : 0) | opcode;
  head[1] = (mask ? 0x80 : 0) | (size < 126 ? size : size < 65_536 ? 126 : 127);
  if (head.length === 4) head.writeUInt16BE(size, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(size), 2);
  const sent = mask ? payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0)) : payload;
  return Buffer.concat([head, mask ?? Buffer.alloc(0), sent]);
}

const sizes = fc.oneof(fc.integer({ min: 0, max: 200 }), fc.constantFrom(125, 126, 65_535, 65_536, 70_000));
const frames = fc.array(
  fc.record({
    opcode: fc.constantFrom(0, 1, 2, 9, 10),
    isLast: fc.boolean(),
    mask: fc.option(fc.uint8Array({ minLength: 4, maxLength: 4 }), { nil: undefined }),
    payload: sizes.map((size) => new Uint8Array(size).fill(0xa5)),
  }),
  { maxLength: 8 },
);

/** Bytes in pieces of these sizes, over and over. */
function pieces(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const all: Buffer[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = cuts[turn % cuts.length] ?? 1;
    all.push(bytes.subarray(at, at + size));
    at += size;
  }
  return all;
}

describe('counting frames', () => {
  it('gives the same counts whatever pieces they come in', () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 9_000 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(frames, cuts, (sent, sizesOfPieces) => {
        const counter = new FrameCounter(() => 7);
        for (const piece of pieces(Buffer.concat(sent.map(bytesOf)), sizesOfPieces)) counter.add(piece);
        expect(counter.soFar).toEqual({
          frames: sent.length,
          messages: sent.filter(({ opcode, isLast }) => opcode < 8 && isLast).length,
          payloadBytes: sent.reduce((sum, { payload }) => sum + payload.length, 0),
          firstMs: sent.length > 0 ? 7 : undefined,
          lastMs: sent.length > 0 ? 7 : undefined,
          closeCode: undefined,
        });
      }),
    );
  });

  it.each([
    ['masked', Uint8Array.of(1, 2, 3, 4), 4001],
    ['not masked', undefined, 1000],
  ])('reads the status of a Close frame that is %s, byte by byte', (_, mask, code) => {
    const counter = new FrameCounter(() => 0);
    const payload = Buffer.from([code >> 8, code & 255, ...Buffer.from('bye')]);
    for (const byte of bytesOf({ opcode: 8, isLast: true, mask, payload })) counter.add(Uint8Array.of(byte));
    expect(counter.soFar).toMatchObject({ frames: 1, messages: 0, closeCode: code });
  });

  it('counts no status in a Close frame without one, and none that is cut', () => {
    const [empty, cut] = [new FrameCounter(() => 0), new FrameCounter(() => 0)];
    empty.add(bytesOf({ opcode: 8, isLast: true, mask: undefined, payload: new Uint8Array(0) }));
    cut.add(Uint8Array.of(0x88, 0x02, 0x03));
    expect([empty.soFar.closeCode, cut.soFar.closeCode]).toEqual([undefined, undefined]);
  });

  it('keeps the time of the first frame, and of the end of the last', () => {
    let now = 1;
    const counter = new FrameCounter(() => now);
    counter.add(Uint8Array.of(0x81, 0x02, 0x61));
    now = 5;
    expect(counter.soFar).toMatchObject({ frames: 1, firstMs: 1, lastMs: undefined });
    counter.add(Uint8Array.of(0x62));
    expect(counter.soFar).toMatchObject({ firstMs: 1, lastMs: 5, payloadBytes: 2 });
  });
});
