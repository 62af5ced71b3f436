import type { IncomingMessage } from 'node:http';
import type { Answer, NoAnswer } from './exchange.js';
import { decodeBody } from './decode-body.js';
import type { WireTap } from './wire-tap.js';

/** Reads an answer to its end, whichever end that is: all of it, a connection that breaks, or too much. */
export class AnswerReader {
  private readonly chunks: Buffer[] = [];
  private readonly problems: string[] = [];
  private size = 0;
  private ended = false;

  /**
   * @param maxBytes of the body, before and after decompression
   * @param settle called once
   */
  constructor(
    private readonly response: IncomingMessage,
    private readonly tap: WireTap,
    private readonly method: string,
    private readonly started: number,
    private readonly maxBytes: number,
    private readonly settle: (answer: Answer) => void,
  ) {
    response.on('data', (chunk: Buffer) => this.take(chunk));
    response.on('end', () => this.end());
    response.on('aborted', () => this.end(this.cutShort()));
    // Told by `aborted` or by the request as well; unheard it would end the process.
    response.on('error', () => undefined);
  }

  /** The connection broke, or what follows on it is not HTTP. */
  break({ code, reason }: NoAnswer): void {
    this.end(code.startsWith('HPE_') ? reason : this.cutShort());
  }

  private take(chunk: Buffer): void {
    this.size += chunk.length;
    if (this.size <= this.maxBytes) {
      this.chunks.push(chunk);
      return;
    }
    this.end(`the body is larger than ${this.maxBytes / 1024 / 1024} MiB; the rest was not read`);
    this.response.destroy();
  }

  private end(problem?: string): void {
    if (problem !== undefined && this.problems.length === 0) this.problems.push(problem);
    if (this.ended) return;
    this.ended = true;
    // Bytes that follow the message in the same turn are still on their way to the tap.
    setImmediate(() => this.settle(this.answer()));
  }

  private answer(): Answer {
    const { response } = this;
    const encoding = response.headers['content-encoding'];
    // A body that is cut short can't be decompressed, which says nothing more.
    const decoded = decodeBody(Buffer.concat(this.chunks), encoding, this.maxBytes);
    const problems = [...this.problems, ...this.tap.problems(response, this.method)];
    return {
      kind: 'answer',
      status: response.statusCode ?? 0,
      headers: pairs(response.rawHeaders),
      body: decoded.body,
      wireProblems: problems.length > 0 ? problems : decoded.problems,
      elapsedMs: performance.now() - this.started,
    };
  }

  private cutShort(): string {
    const declared = this.response.headers['content-length'];
    const promised =
      declared === undefined ? 'before the last chunk' : `of the ${declared} that Content-Length promises`;
    return `the connection was closed after ${this.size} bytes of the body, ${promised}`;
  }
}

function pairs(raw: readonly string[]): [string, string][] {
  return Array.from({ length: raw.length / 2 }, (_, index) => [
    raw[index * 2] ?? '',
    raw[index * 2 + 1] ?? '',
  ]);
}
