import type { FrameCounts } from '../../journal/journal-entry.js';

const opcodes = { binary: 2, close: 8 } as const;
const maskBytes = 4;
/** A status code stands at the beginning of a Close frame. */
const codeBytes = 2;

/** Learns of the messages of one direction while they pass. */
export interface MessageListener {
  /** @param isBinary undefined for a frame that goes on with a message */
  begin(isBinary: boolean | undefined): void;
  /** @param bytes unmasked; they are the listener's until it returns */
  add(bytes: Uint8Array): void;
  end(): void;
}

/** Counts the WebSocket frames of one direction (RFC 6455 section 5.2) while their bytes pass, whatever pieces they come in. */
export class FrameCounter {
  private readonly counts = {
    frames: 0,
    messages: 0,
    payloadBytes: 0,
    firstMs: undefined as number | undefined,
    lastMs: undefined as number | undefined,
    closeCode: undefined as number | undefined,
  };
  /** The head of the frame that arrives, as far as it is there. */
  private head: number[] = [];
  /** Bytes of the payload that are still to come. */
  private left = 0;
  private code: number[] | undefined;

  /** Of a frame of data, the number of its bytes that were passed on to the listener; undefined for other frames. */
  private heard: number | undefined;
  private isLast = false;

  /** @param now milliseconds since the request arrived */
  constructor(
    private readonly now: () => number,
    private readonly listener?: MessageListener,
  ) {}

  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      if (this.left > 0) {
        const size = Math.min(this.left, bytes.length - at);
        this.payload(bytes.subarray(at, at + size));
        at += size;
      } else {
        this.head.push(bytes[at] ?? 0);
        at += 1;
        if (this.head.length >= 2 && this.head.length === headSize(this.head)) this.begin(this.head);
      }
    }
  }

  /** The counts until now. */
  get soFar(): FrameCounts {
    return { ...this.counts };
  }

  private begin(head: readonly number[]): void {
    const [first = 0] = head;
    const opcode = first & 0x0f;
    const { counts } = this;
    counts.frames += 1;
    counts.firstMs ??= this.now();
    this.isLast = (first & 0x80) !== 0;
    // A message ends with its last frame; Close, Ping and Pong are no messages.
    if (opcode < opcodes.close && this.isLast) counts.messages += 1;
    this.heard = opcode < opcodes.close && this.listener ? 0 : undefined;
    if (this.heard !== undefined) this.listener?.begin(opcode === 0 ? undefined : opcode === opcodes.binary);
    this.left = payloadSize(head);
    this.code = opcode === opcodes.close ? [] : undefined;
    if (this.left === 0) this.endFrame();
  }

  private endFrame(): void {
    if (this.heard !== undefined && this.isLast) this.listener?.end();
    this.head = [];
    this.counts.lastMs = this.now();
  }

  private payload(bytes: Uint8Array): void {
    this.counts.payloadBytes += bytes.length;
    this.left -= bytes.length;
    if (this.code) this.readCode(this.code, bytes);
    if (this.heard !== undefined) {
      this.listener?.add(this.unmasked(bytes, this.heard));
      this.heard += bytes.length;
    }
    if (this.left === 0) this.endFrame();
  }

  /** @param from the place of the bytes in the payload */
  private unmasked(bytes: Uint8Array, from: number): Uint8Array {
    const mask = this.head.slice(-maskBytes);
    if (((this.head[1] ?? 0) & 0x80) === 0) return bytes;
    return bytes.map((byte, index) => byte ^ (mask[(from + index) % maskBytes] ?? 0));
  }

  private readCode(code: number[], bytes: Uint8Array): void {
    code.push(...this.unmasked(bytes.subarray(0, codeBytes - code.length), code.length));
    const [high = 0, low = 0] = code;
    if (code.length === codeBytes) this.counts.closeCode = high * 256 + low;
  }
}

/** Bytes of a frame's head, by its first two. */
function headSize([, second = 0]: readonly number[]): number {
  const length = second & 0x7f;
  const more = length === 126 ? 2 : length === 127 ? 8 : 0;
  return 2 + more + ((second & 0x80) === 0 ? 0 : 4);
}

function payloadSize([, second = 0, ...rest]: readonly number[]): number {
  const length = second & 0x7f;
  if (length < 126) return length;
  return rest.slice(0, length === 126 ? 2 : 8).reduce((size, byte) => size * 256 + byte, 0);
}
