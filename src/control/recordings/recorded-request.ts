import { packageVersion } from '../../contract/package-root.js';
import type { JournalEntry } from '../../journal/journal-entry.js';
import type { Mock } from '../../mock/mock.js';
import { recordedEntry } from '../../recordings/har/journal-har.js';
import type { RecordedExchange } from '../../recordings/recorded-exchange.js';
import { sentHeaders } from '../resources/sent-headers.js';

/** A request of the journal with its response as a recording has it, at the address that its client used. */
export function recordedRequest(mock: Mock, sandbox: string, entry: JournalEntry): RecordedExchange {
  const { host, 'x-forwarded-proto': scheme } = entry.request.headers;
  const origin = `${textOf(scheme) === 'https' ? 'https' : 'http'}://${textOf(host) ?? 'localhost'}`;
  return recordedEntry(entry, { origin, sandbox, sentHeaders: sentHeaders(mock, entry) });
}

/** The text of a HAR of some requests of a sandbox. The code that writes it is loaded on first use. */
export async function harOf(mock: Mock, sandbox: string, entries: readonly JournalEntry[]): Promise<string> {
  const { writeHar } = await import('../../recordings/har/write-har.js');
  const exchanges = entries.map((entry) => recordedRequest(mock, sandbox, entry));
  return JSON.stringify(writeHar(exchanges, packageVersion()));
}

function textOf(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.[0];
}
