import { basename } from 'node:path';
import type { RecordedExchange } from '../../recordings/recorded-exchange.js';
import { mustBeFile, readRecording } from '../../recordings/reading/read-recording.js';

/** Exchanges that clients had: a file, or the journal of a running mock or proxy. */
export interface Recording {
  /** For people, such as `traffic.har`. */
  readonly name: string;
  /** Reads them from the beginning; it is called several times. */
  readonly read: () => AsyncIterable<RecordedExchange>;
}

/** A HAR, or NDJSON with an exchange on each line. */
export function fileRecording(file: string): Recording {
  return {
    name: basename(file),
    async *read() {
      await mustBeFile(file);
      yield* readRecording(file, { noExchange: 0, tooLarge: 0 });
    },
  };
}
