import type { RecordedExchange } from '../../recordings/recorded-exchange.js';

/** Exchanges that clients had: a file, or the journal of a running mock or proxy. */
export interface Recording {
  /** For people, such as `traffic.har`. */
  readonly name: string;
  /** Reads them from the beginning; it is called several times. */
  read(): AsyncIterable<RecordedExchange>;
}
