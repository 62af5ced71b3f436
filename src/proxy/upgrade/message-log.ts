import type { KeptMessage } from '../../journal/journal-entry.js';
import type { MessageListener } from './frame-counter.js';

/** The messages of one connection that are kept: the newest, by number and by bytes. */
const maxMessages = 500;
const maxBytes = 65_536;
/** Bytes of a longer message that are kept. */
const maxOfOne = 16_384;

/** A message that is on its way. */
interface Arriving {
  readonly isBinary: boolean;
  readonly parts: Buffer[];
  size: number;
  held: number;
}

/** Keeps the newest messages of a WebSocket, each from its beginning. */
export class MessageLog {
  private readonly messages: KeptMessage[] = [];
  private bytes = 0;
  private dropped = 0;

  /** @param now milliseconds since the request arrived */
  constructor(private readonly now: () => number) {}

  /** The kept messages in the order in which they ended, and the number of those that went for newer ones. */
  get soFar(): { readonly messages: readonly KeptMessage[]; readonly dropped: number } {
    return { messages: [...this.messages], dropped: this.dropped };
  }

  /** A listener to the messages of one side, which copies their bytes. */
  listen(from: KeptMessage['from']): MessageListener {
    let arriving: Arriving | undefined;
    return {
      begin(isBinary) {
        if (isBinary !== undefined) arriving = { isBinary, parts: [], size: 0, held: 0 };
      },
      add(bytes) {
        if (!arriving) return;
        arriving.size += bytes.length;
        const kept = bytes.subarray(0, maxOfOne - arriving.held);
        arriving.held += kept.length;
        if (kept.length > 0) arriving.parts.push(Buffer.from(kept));
      },
      end: () => {
        if (arriving) this.keep(from, arriving);
        arriving = undefined;
      },
    };
  }

  private keep(from: KeptMessage['from'], { isBinary, parts, size, held }: Arriving): void {
    const bytes = Buffer.concat(parts);
    const content = isBinary ? { base64: bytes.toString('base64') } : { text: bytes.toString('utf8') };
    this.messages.push({ from, ms: this.now(), size, held, ...content });
    this.bytes += held;
    while (this.messages.length > maxMessages || this.bytes > maxBytes) {
      this.bytes -= this.messages.shift()?.held ?? 0;
      this.dropped += 1;
    }
  }
}
