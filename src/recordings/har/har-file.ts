import { closeSync, fstatSync, openSync, statSync, writeSync } from 'node:fs';
import { BodyDecoder } from '../../conformance/target/decode-body.js';
import { decodeExchange } from '../decode-exchange.js';
import type { RecordedExchange } from '../recorded-exchange.js';
import { keepPiece, type Rotation } from './pieces.js';
import { creator, harEntry } from './write-har.js';

export interface HarFileOptions {
  /** In pieces; default: one file. */
  readonly rotation?: Rotation | undefined;
  /** A sentence for its readers. */
  readonly comment?: string | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

/** A HAR that grows with the traffic, and is a whole one after each exchange: whoever reads it early, or after a crash, can. */
export class HarFile {
  private descriptor: number | undefined;
  private readonly decoder = new BodyDecoder();
  private position = 0;
  private begunAt = 0;
  private isFirst = true;
  private written = Promise.resolve();
  /** Bytes and files that were written. */
  bytes = 0;
  files = 0;

  /** Begins the file anew; one in pieces keeps what an earlier run left. @throws the system's error where it can't be written */
  constructor(
    private readonly file: string,
    private readonly options: HarFileOptions = {},
  ) {
    const found = statSync(file, { throwIfNoEntry: false });
    if (options.rotation && found?.isFile() && found.size > 0)
      keepPiece(file, Math.round(found.mtimeMs), options.rotation);
    this.begin();
  }

  /**
   * Adds an exchange, without its secrets and its body without Content-Encoding. Exchanges stand in the order of the calls.
   *
   * @returns when it is written; rejects with the system's error
   */
  add(exchange: RecordedExchange): Promise<void> {
    const decoded = decodeExchange(exchange, this.decoder);
    const written = this.written.then(async () => this.write(await decoded));
    // On a full disk every call fails for itself, so a later one tries again.
    this.written = written.catch(() => undefined);
    return written;
  }

  /**
   * Begins the file anew where another program has moved or emptied it, as logrotate does before it sends SIGHUP.
   *
   * @throws the system's error
   */
  reopen(): void {
    if (this.descriptor === undefined) return;
    const found = statSync(this.file, { throwIfNoEntry: false });
    const own = fstatSync(this.descriptor);
    const isSame = found?.ino === own.ino && found.dev === own.dev;
    if (!isSame || own.size < this.position) this.begin();
  }

  /** Waits for what is under way. */
  async close(): Promise<void> {
    await this.written;
    if (this.descriptor !== undefined) closeSync(this.descriptor);
    this.descriptor = undefined;
  }

  private begin(): void {
    const descriptor = openSync(this.file, 'w');
    if (this.descriptor !== undefined) closeSync(this.descriptor);
    this.descriptor = descriptor;
    this.position = 0;
    this.isFirst = true;
    this.begunAt = this.now();
    this.files += 1;
    this.put(this.head);
  }

  private get head(): string {
    const { comment } = this.options;
    const log = JSON.stringify({ version: '1.2', creator: creator(), comment });
    return `{"log":${log.slice(0, -1)},"entries":[\n`;
  }

  private write(exchange: RecordedExchange): void {
    const text = JSON.stringify(harEntry(exchange));
    if (this.isFull(Buffer.byteLength(text))) this.rotate();
    // Without a head it was begun on a full disk.
    this.put((this.position === 0 ? this.head : '') + (this.isFirst ? '' : ',\n') + text);
    this.isFirst = false;
  }

  private isFull(more: number): boolean {
    const { bytes = Infinity, ms = Infinity } = this.options.rotation ?? {};
    const separator = 2;
    return (
      !this.isFirst &&
      (this.position + separator + more + end.length > bytes || this.now() - this.begunAt >= ms)
    );
  }

  private rotate(): void {
    const { rotation } = this.options;
    if (rotation) keepPiece(this.file, this.now(), rotation);
    this.begin();
  }

  /** Writes behind the last entry, and closes the archive behind that. */
  private put(text: string): void {
    if (this.descriptor === undefined) throw new Error('the HAR is closed');
    const bytes = Buffer.from(text + end);
    let done = 0;
    while (done < bytes.length)
      done += writeSync(this.descriptor, bytes, done, bytes.length - done, this.position + done);
    this.position += bytes.length - end.length;
    this.bytes += bytes.length - end.length;
  }

  private now(): number {
    return (this.options.now ?? Date.now)();
  }
}

/** Closes the entries, the log and the archive. */
const end = '\n]}}\n';
