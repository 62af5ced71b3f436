import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { serverSentEvents } from './server-sent-events.js';
import type { StreamEvent } from './server-sent-events.js';

async function read(chunks: readonly Uint8Array[]): Promise<{ events: StreamEvent[]; heard: number }> {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const events: StreamEvent[] = [];
  let heard = 0;
  for await (const event of serverSentEvents(stream, () => (heard += 1))) events.push(event);
  return { events, heard };
}

const text =
  ': connected\n\nid: 1\nevent: exchange\ndata: {"a":"🚢"}\n\nid: 2\r\ndata: one\r\ndata:two\r\n\r\nevent: half\ndata: lost';

const expected = [
  { type: 'exchange', data: '{"a":"🚢"}' },
  { type: 'message', data: 'one\ntwo' },
];

describe('server-sent events', () => {
  it('are read wherever the network cuts them, and half of one is none', async () => {
    const bytes = new TextEncoder().encode(text);
    const cuts = fc.array(fc.nat(bytes.length), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(cuts, async (places) => {
        const edges = [0, ...[...places].sort((a, b) => a - b), bytes.length];
        const chunks = edges.slice(1).map((end, index) => bytes.slice(edges[index], end));
        expect((await read(chunks)).events).toEqual(expected);
      }),
    );
  });

  it('tell that the connection lives, comments too', async () => {
    expect(await read([new TextEncoder().encode(': still here\n\n')])).toEqual({ events: [], heard: 1 });
  });
});
