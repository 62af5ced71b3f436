/** Reads server-sent events from a response, one at a time, as they come. */

export interface ReadEvent {
  readonly id: number;
  readonly type: string;
  readonly data: Record<string, unknown>;
}

export class EventReader {
  private readonly reader: ReadableStreamDefaultReader<Uint8Array>;
  private readonly decoder = new TextDecoder();
  private text = '';
  /** Lines that begin with a colon. */
  readonly comments: string[] = [];

  constructor(response: Response) {
    if (!response.body) throw new Error('The stream has no body');
    this.reader = response.body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  }

  /** The next event; undefined at the end of the stream. */
  async next(): Promise<ReadEvent | undefined> {
    for (;;) {
      const block = await this.block();
      if (block === undefined) return undefined;
      if (!block.startsWith(':')) return parsed(block);
      this.comments.push(block);
    }
  }

  /** Waits for the next comment. */
  async comment(): Promise<string> {
    const block = await this.block();
    if (!block?.startsWith(':')) throw new Error(`Expected a comment, got ${String(block)}`);
    return block;
  }

  close(): Promise<void> {
    return this.reader.cancel();
  }

  private async block(): Promise<string | undefined> {
    for (;;) {
      const end = this.text.indexOf('\n\n');
      if (end !== -1) {
        const block = this.text.slice(0, end);
        this.text = this.text.slice(end + 2);
        return block;
      }
      const { done, value } = await this.reader.read();
      if (done) return undefined;
      this.text += this.decoder.decode(value, { stream: true });
    }
  }
}

function parsed(block: string): ReadEvent {
  const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]));
  return {
    id: Number(fields.get('id')),
    type: fields.get('event') ?? '',
    data: JSON.parse(fields.get('data') ?? '{}') as Record<string, unknown>,
  };
}
