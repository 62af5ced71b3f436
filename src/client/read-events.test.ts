import { describe, expect, it } from 'vitest';
import { fc } from '../testing/properties/fast-check.js';
import { readEvents } from './read-events.js';

const text = [
  ': connected',
  '',
  'id: 41',
  'event: scenario',
  'data: {"sandbox":"ö",',
  'data: "scenario":"flaky"}',
  '',
  'event: without data',
  '',
  'data:no space',
  '',
  'data: never finished',
].join('\n');

const events = [
  { type: 'scenario', data: '{"sandbox":"ö",\n"scenario":"flaky"}' },
  { type: 'message', data: 'no space' },
];

/** A stream that comes in pieces of the given sizes. @param cancel called when it is cancelled */
function streamOf(bytes: Uint8Array, sizes: readonly number[], cancel: () => void = () => undefined) {
  const pieces: Uint8Array[] = [];
  let start = 0;
  for (const size of [...sizes, bytes.length]) {
    pieces.push(bytes.subarray(start, start + size));
    start += size;
  }
  return new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const piece = pieces.shift();
      if (piece) controller.enqueue(piece);
      else controller.close();
    },
    cancel,
  });
}

describe('readEvents', () => {
  it('reads the same events however the bytes are cut, with LF and with CRLF', async () => {
    const pieces = fc.array(fc.nat({ max: 30 }), { maxLength: 20 });
    const lineBreaks = fc.constantFrom('\n', '\r\n');
    await fc.assert(
      fc.asyncProperty(pieces, lineBreaks, async (sizes, lineBreak) => {
        const bytes = new TextEncoder().encode(text.replaceAll('\n', lineBreak));
        const found = [];
        for await (const event of readEvents(streamOf(bytes, sizes))) found.push(event);
        expect(found).toEqual(events);
      }),
    );
  });

  it('reports everything that arrives, comments too', async () => {
    let arrived = 0;
    const stream = streamOf(new TextEncoder().encode(': still here\n\n'), [7]);
    for await (const _ of readEvents(stream, () => (arrived += 1))) throw new Error('A comment is no event');
    expect(arrived).toBe(2);
  });

  it('holds the stream from the start, so that Node does not cancel it before it is read', () => {
    const stream = streamOf(new TextEncoder().encode(text), [100]);
    readEvents(stream);
    expect(stream.locked).toBe(true);
  });

  it('cancels the stream when its caller stops reading', async () => {
    let cancelled = false;
    const stream = streamOf(new TextEncoder().encode(text), [100, 1, 1], () => (cancelled = true));
    for await (const { type } of readEvents(stream)) {
      expect(type).toBe('scenario');
      break;
    }
    expect(cancelled).toBe(true);
  });
});
