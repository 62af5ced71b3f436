/** Reads server-sent events from a response one at a time, comments included. */
import { createParser } from 'eventsource-parser';

export interface ReadEvent {
  readonly id: number;
  readonly type: string;
  readonly data: Record<string, unknown>;
}

export class EventReader {
  private readonly reader: ReadableStreamDefaultReader<Uint8Array>;
  private readonly decoder = new TextDecoder();
  /** Events, and comments as texts, in the order of their arrival. */
  private readonly arrived: (ReadEvent | string)[] = [];
  private readonly parser = createParser({
    onEvent: ({ id, event = 'message', data }) =>
      this.arrived.push({
        ...{ id: Number(id), type: event },
        data: JSON.parse(data) as Record<string, unknown>,
      }),
    onComment: (text) => this.arrived.push(text),
  });

  constructor(response: Response) {
    if (!response.body) throw new Error('The stream has no body');
    this.reader = response.body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  }

  /** The next event; undefined at the end of the stream. */
  async next(): Promise<ReadEvent | undefined> {
    for (;;) {
      const next = await this.nextArrived();
      if (typeof next !== 'string') return next;
    }
  }

  /** The text of the next comment, which must come before any event. */
  async comment(): Promise<string> {
    const next = await this.nextArrived();
    if (typeof next !== 'string') throw new Error(`Expected a comment, got ${JSON.stringify(next)}`);
    return next;
  }

  close(): Promise<void> {
    return this.reader.cancel();
  }

  private async nextArrived(): Promise<ReadEvent | string | undefined> {
    while (this.arrived.length === 0) {
      const { done, value } = await this.reader.read();
      if (done) return undefined;
      this.parser.feed(this.decoder.decode(value, { stream: true }));
    }
    return this.arrived.shift();
  }
}
