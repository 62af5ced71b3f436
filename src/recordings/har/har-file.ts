import { closeSync, openSync, writeSync } from 'node:fs';
import { BodyDecoder } from '../../conformance/target/decode-body.js';
import { decodeExchange } from '../decode-exchange.js';
import type { RecordedExchange } from '../recorded-exchange.js';
import { creatorOf, harEntry } from './write-har.js';

/** A HAR that grows with the traffic, and is a whole one after each exchange: whoever reads it early, or after a crash, can. */
export class HarFile {
  private readonly descriptor: number;
  private readonly decoder = new BodyDecoder();
  private position: number;
  private isFirst = true;
  private written = Promise.resolve();

  /** Begins the file anew. @param version of Drydock @throws the system's error where it can't be written */
  constructor(file: string, version: string) {
    this.descriptor = openSync(file, 'w');
    const log = JSON.stringify({ version: '1.2', creator: creatorOf(version) });
    this.position = writeSync(this.descriptor, `{"log":${log.slice(0, -1)},"entries":[\n`);
    writeSync(this.descriptor, end, this.position);
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

  /** Waits for what is under way. */
  async close(): Promise<void> {
    await this.written;
    closeSync(this.descriptor);
  }

  private write(exchange: RecordedExchange): void {
    const text = `${this.isFirst ? '' : ',\n'}${JSON.stringify(harEntry(exchange))}`;
    const bytes = Buffer.from(text + end);
    let done = 0;
    while (done < bytes.length)
      done += writeSync(this.descriptor, bytes, done, bytes.length - done, this.position + done);
    this.position += bytes.length - end.length;
    this.isFirst = false;
  }
}

/** Closes the entries, the log and the archive. */
const end = '\n]}}\n';
