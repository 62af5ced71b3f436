import type { IncomingMessage } from 'node:http';
import type { BodyDecoder } from './decode-body.js';
import type { NoResponse, TargetResponse } from './exchange.js';
import { limits } from './limits.js';
import type { WireTap } from './wire/wire-tap.js';

/** State that the readers of one client share. */
export interface ReaderParts {
  readonly decoder: BodyDecoder;
  /** Bytes of all bodies that are being read. */
  readonly underWay: { bytes: number };
}

/** Reads a response to its end, whether that is its last byte, a broken connection or a limit. */
export class ResponseReader {
  private readonly body = new GrowingBuffer();
  private readonly problems: string[] = [];
  private notRead: string | undefined;
  private size = 0;
  private ended = false;

  /** @param settle called once */
  constructor(
    private readonly response: IncomingMessage,
    private readonly tap: WireTap,
    private readonly method: string,
    private readonly started: number,
    private readonly shared: ReaderParts,
    private readonly settle: (response: TargetResponse) => void,
  ) {
    response.on('data', (chunk: Buffer) => this.take(chunk));
    response.on('end', () => this.end());
    response.on('aborted', () => this.end(this.cutShort()));
    // `aborted` or the request reports it as well; without a listener it would end the process.
    response.on('error', () => undefined);
  }

  /** The connection broke, or what follows on it is not HTTP. */
  break({ code, reason }: NoResponse): void {
    this.end(code.startsWith('HPE_') ? reason : this.cutShort());
  }

  private take(chunk: Buffer): void {
    if (this.ended) return;
    const { underWay } = this.shared;
    if (this.size + chunk.length > limits.bodyBytes)
      this.giveUp(`the body is larger than ${limits.bodyBytes / 1024 / 1024} MiB`);
    else if (underWay.bytes + chunk.length > limits.bytesUnderWay)
      this.giveUp('too many large bodies came at the same time; a lower concurrency would help');
    else {
      this.size += chunk.length;
      underWay.bytes += chunk.length;
      this.body.append(chunk);
    }
  }

  private giveUp(reason: string): void {
    this.notRead = reason;
    this.end();
    this.response.destroy();
  }

  private end(problem?: string): void {
    if (problem !== undefined && this.problems.length === 0 && this.notRead === undefined)
      this.problems.push(problem);
    if (this.ended) return;
    this.ended = true;
    // The tap may still get bytes that follow the message in the same turn of the event loop.
    setImmediate(() => void this.finish());
  }

  private async finish(): Promise<void> {
    const { response, tap, shared } = this;
    const problems = [
      ...this.problems,
      ...(this.notRead === undefined ? tap.problems(response, this.method) : []),
    ];
    // Another request may already use the connection.
    tap.detach();
    const { body, notRead, problem } =
      this.notRead === undefined
        ? await shared.decoder.decode(this.body.contents(), response.headers['content-encoding'])
        : { body: Buffer.alloc(0), notRead: this.notRead };
    shared.underWay.bytes -= this.size;
    // A truncated body can't be decompressed either, which would only repeat the problem.
    const wireProblems = problems.length > 0 || problem === undefined ? problems : [problem];
    this.settle({
      kind: 'response',
      status: response.statusCode ?? 0,
      headers: headerPairs(response.rawHeaders),
      body,
      notRead,
      wireProblems,
      elapsedMs: performance.now() - this.started,
    });
  }

  private cutShort(): string {
    const declared = this.response.headers['content-length'];
    const promised =
      declared === undefined ? 'before the last chunk' : `of the ${declared} that Content-Length promises`;
    return `the connection was closed after ${this.size} bytes of the body, ${promised}`;
  }
}

/** @param raw names and values in turn, as Node gives them */
export function headerPairs(raw: readonly string[]): [string, string][] {
  return Array.from({ length: raw.length / 2 }, (_, index) => [
    raw[index * 2] ?? '',
    raw[index * 2 + 1] ?? '',
  ]);
}

/** Bytes that arrive piece by piece, copied together: a million pieces of one byte take no more than their bytes. */
class GrowingBuffer {
  private bytes = Buffer.alloc(0);
  private length = 0;

  append(piece: Buffer): void {
    const needed = this.length + piece.length;
    if (needed > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.bytes.length * 2));
      this.bytes.copy(larger, 0, 0, this.length);
      this.bytes = larger;
    }
    piece.copy(this.bytes, this.length);
    this.length = needed;
  }

  /** All bytes so far, without a copy. */
  contents(): Buffer {
    return this.bytes.subarray(0, this.length);
  }
}
