import type { IncomingMessage } from 'node:http';
import { decodeBody } from './decode-body.js';
import type { NoResponse, TargetResponse } from './exchange.js';
import type { WireTap } from './wire-tap.js';

/** Reads a response to its end, whether that is its last byte, a broken connection or the size limit. */
export class ResponseReader {
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
    // The tap may still get bytes that follow the message in the same turn of the event loop.
    setImmediate(() => this.settle(this.result()));
  }

  private result(): TargetResponse {
    const { response } = this;
    const encoding = response.headers['content-encoding'];
    // A body that was cut short can't be decompressed either, which would only repeat the problem.
    const decoded = decodeBody(Buffer.concat(this.chunks), encoding, this.maxBytes);
    const problems = [...this.problems, ...this.tap.problems(response, this.method)];
    return {
      kind: 'response',
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
