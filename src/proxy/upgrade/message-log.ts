import type { KeptMessage } from '../../journal/journal-entry.js';

/** The messages of one connection that are kept: the newest, by number and by bytes. */
const maxMessages = 500;
const maxBytes = 65_536;
/** Bytes of a longer message that are kept. */
const maxOfOne = 16_384;

type Side = KeptMessage['from'];

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
  private readonly arriving: Partial<Record<Side, Arriving | undefined>> = {};
  private bytes = 0;
  private dropped = 0;

  /** @param now milliseconds since the request arrived */
  constructor(private readonly now: () => number) {}

  /** The kept messages in the order in which they ended, and the number of those that went for newer ones. */
  get soFar(): { readonly messages: readonly KeptMessage[]; readonly dropped: number } {
    return { messages: [...this.messages], dropped: this.dropped };
  }

  /** @param isBinary undefined for a frame that goes on with a message */
  begin(from: Side, isBinary: boolean | undefined): void {
    if (isBinary !== undefined) this.arriving[from] = { isBinary, parts: [], size: 0, held: 0 };
  }

  /** @param bytes unmasked; they are copied */
  add(from: Side, bytes: Uint8Array): void {
    const message = this.arriving[from];
    if (!message) return;
    message.size += bytes.length;
    const kept = bytes.subarray(0, maxOfOne - message.held);
    message.held += kept.length;
    if (kept.length > 0) message.parts.push(Buffer.from(kept));
  }

  end(from: Side): void {
    const message = this.arriving[from];
    this.arriving[from] = undefined;
    if (!message) return;
    const { isBinary, size, held } = message;
    const bytes = Buffer.concat(message.parts);
    const content = isBinary ? { base64: bytes.toString('base64') } : { text: bytes.toString('utf8') };
    this.messages.push({ from, ms: this.now(), size, held, ...content });
    this.bytes += held;
    while (this.messages.length > maxMessages || this.bytes > maxBytes) {
      this.bytes -= this.messages.shift()?.held ?? 0;
      this.dropped += 1;
    }
  }
}
