import { once } from 'node:events';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { systemFailure } from '../../contract/system-failure.js';
import type { RecordedExchange } from '../recorded-exchange.js';
import { RecordingError } from '../recording-error.js';
import { readHarEntry } from './read-har-entry.js';
import { readLogLine } from './read-log-line.js';
import { EntryScanner } from './scan-entries.js';

/** Further counts of a reader. */
export interface ReadCounts {
  /** Entries or lines that are no exchange with a server. */
  noExchange: number;
  /** Entries that were too large to be read. */
  tooLarge: number;
}

/**
 * The exchanges of a HAR, or of NDJSON, in the order of the file; one at a time, so that the file may be larger than memory.
 *
 * @param signal ends the reading with its reason
 * @throws RecordingError, one sentence, for a file that is missing, broken or of another kind
 */
export async function* readRecording(
  file: string,
  counts: ReadCounts,
  signal?: AbortSignal,
): AsyncGenerator<RecordedExchange> {
  const { first, rest } = await begun(file);
  try {
    const kind = kindOf(file, first.toString('utf8'));
    const bytes = continued(first, rest);
    const read = kind === 'lines' ? readLines(file, bytes, counts) : readHar(file, bytes, counts, kind);
    for await (const exchange of read) {
      // Judging an exchange seldom waits for anything, and signals arrive between turns.
      if (signal) await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
      yield exchange;
    }
  } catch (error) {
    const isOfSystem = error instanceof Error && 'code' in error;
    if (error instanceof RecordingError || !isOfSystem) throw error;
    throw new RecordingError(`${file} can't be read: ${systemFailure(error, 'file')}.`, { cause: error });
  } finally {
    await rest.close();
  }
}

/** Refuses a pipe, where a recording is read more than once. @throws RecordingError */
export async function mustBeFile(file: string): Promise<void> {
  const isFile = await stat(file).then(
    (found) => found.isFile(),
    // Who reads it says why it can't be read.
    () => true,
  );
  if (!isFile) throw new RecordingError(`${file} is no file, and a recording is read more than once here.`);
}

const chunkBytes = 1024 * 1024;

/** Bytes that are looked at to tell a HAR from lines of JSON. */
const beginning = 4096;

/** The beginning of a HAR as Drydock writes it, which no other tool does. */
const ownBeginning =
  /^\{\s*"log"\s*:\s*\{\s*"version"\s*:\s*"1\.2"\s*,\s*"creator"\s*:\s*\{\s*"name"\s*:\s*"Drydock"/;

function kindOf(file: string, text: string): 'har' | 'own har' | 'lines' {
  const plain = text.replace(/^\ufeff/, '').trimStart();
  if (plain === '')
    throw new RecordingError(`${file} is empty; it must be a HAR, or NDJSON with an exchange on each line.`);
  if (ownBeginning.test(plain)) return 'own har';
  if (/\.har$/i.test(file) || /^\{\s*"log"\s*:/.test(plain)) return 'har';
  if (plain.startsWith('{')) return 'lines';
  throw new RecordingError(
    `${file} is neither a HAR, which begins with {"log": …}, nor NDJSON with an exchange on each line.`,
  );
}

/** The first bytes of a file or a pipe, and what the rest is read from. */
async function begun(file: string): Promise<{ first: Buffer; rest: FileHandle }> {
  let rest: FileHandle | undefined;
  try {
    rest = await open(file);
    const buffer = Buffer.alloc(beginning);
    let length = 0;
    for (let isMore = true; isMore && length < beginning;) {
      // Without a position, which a pipe does not have.
      const { bytesRead } = await rest.read(buffer, length, beginning - length, null);
      length += bytesRead;
      isMore = bytesRead > 0;
    }
    return { first: buffer.subarray(0, length), rest };
  } catch (cause) {
    await rest?.close();
    throw new RecordingError(`${file} can't be read: ${systemFailure(cause, 'file')}.`, { cause });
  }
}

async function* continued(first: Buffer, rest: FileHandle): AsyncGenerator<Buffer> {
  yield first;
  for (;;) {
    const { buffer, bytesRead } = await rest.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, null);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}

async function* readHar(
  file: string,
  bytes: AsyncIterable<Buffer>,
  counts: ReadCounts,
  kind: 'har' | 'own har',
): AsyncGenerator<RecordedExchange> {
  const scanner = new EntryScanner();
  for await (const chunk of bytes)
    for (const text of scanner.take(chunk)) {
      const number = scanner.begun;
      const entry = parsed(text.toString('utf8'), `${file}: entry ${number}`);
      const exchange = readHarEntry(entry, `entry ${number}`, kind === 'own har');
      if (exchange) yield exchange;
      else counts.noExchange += 1;
    }
  scanner.end(file);
  counts.tooLarge += scanner.tooLarge;
  if (!scanner.hasEntries) throw new RecordingError(`${file} is no HAR: it has no log.entries.`);
}

/** A longer line is no line of a log. */
const maxLine = 64 * 1024 * 1024;

async function* readLines(
  file: string,
  bytes: AsyncIterable<Buffer>,
  counts: ReadCounts,
): AsyncGenerator<RecordedExchange> {
  const input = Readable.from(bytes, { objectMode: false });
  let number = 0;
  let length = 0;
  input.on('data', (chunk: string | Buffer) => {
    length = chunk.includes('\n') ? 0 : length + chunk.length;
    if (length > maxLine)
      input.destroy(
        new RecordingError(`${file}: line ${number + 1} is longer than 64 MiB, so this is no NDJSON.`),
      );
  });
  try {
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      number += 1;
      const text = line.replace(/^\ufeff/, '').trim();
      if (text === '') continue;
      const exchange = readLogLine(parsed(text, `${file}: line ${number}`), `line ${number}`);
      if (exchange) yield exchange;
      else counts.noExchange += 1;
    }
  } finally {
    input.destroy();
    if (!input.closed) await once(input, 'close');
  }
}

function parsed(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new RecordingError(`${where} is not JSON: ${(cause as Error).message}.`, { cause });
  }
}
