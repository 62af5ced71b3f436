import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
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
  const kind = await kindOf(file);
  try {
    for await (const exchange of kind === 'lines' ? readLines(file, counts) : readHar(file, counts, kind)) {
      // Judging an exchange seldom waits for anything, and signals arrive between turns.
      if (signal) await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
      yield exchange;
    }
  } catch (error) {
    if (error instanceof RecordingError || !isSystemError(error)) throw error;
    throw new RecordingError(`${file} can't be read: ${systemFailure(error, 'file')}.`, { cause: error });
  }
}

/** Bytes that are looked at to tell a HAR from lines of JSON. */
const beginning = 4096;

/** The beginning of a HAR as Drydock writes it, which no other tool does. */
const ownBeginning =
  /^\{\s*"log"\s*:\s*\{\s*"version"\s*:\s*"1\.2"\s*,\s*"creator"\s*:\s*\{\s*"name"\s*:\s*"Drydock"/;

async function kindOf(file: string): Promise<'har' | 'own har' | 'lines'> {
  const text = await firstBytes(file);
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

async function firstBytes(file: string): Promise<string> {
  try {
    const handle = await open(file);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(beginning), 0, beginning, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (cause) {
    throw new RecordingError(`${file} can't be read: ${systemFailure(cause, 'file')}.`, { cause });
  }
}

async function* readHar(
  file: string,
  counts: ReadCounts,
  kind: 'har' | 'own har',
): AsyncGenerator<RecordedExchange> {
  const scanner = new EntryScanner();
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 }))
    for (const bytes of scanner.take(chunk as Buffer)) {
      const number = scanner.begun;
      const entry = parsed(bytes.toString('utf8'), `${file}: entry ${number}`);
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

async function* readLines(file: string, counts: ReadCounts): AsyncGenerator<RecordedExchange> {
  const input = createReadStream(file);
  let number = 0;
  let length = 0;
  input.on('data', (chunk: string | Buffer) => {
    length = chunk.includes('\n') ? 0 : length + chunk.length;
    if (length > maxLine)
      input.destroy(
        new RecordingError(`${file}: line ${number + 1} is longer than 64 MiB, so this is no NDJSON.`),
      );
  });
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    number += 1;
    const text = line.replace(/^\ufeff/, '').trim();
    if (text === '') continue;
    const exchange = readLogLine(parsed(text, `${file}: line ${number}`), `line ${number}`);
    if (exchange) yield exchange;
    else counts.noExchange += 1;
  }
}

function parsed(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new RecordingError(`${where} is not JSON: ${(cause as Error).message}.`, { cause });
  }
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'code' in error;
}
