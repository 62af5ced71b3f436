import type { JournalEntry, KeptBody, NewJournalEntry } from '../../journal/journal-entry.js';

/** Bodies are bytes of any kind and stand behind the text, which says how many they are and their whole sizes. */
interface Head extends Omit<NewJournalEntry, 'request' | 'response'> {
  readonly request: Omit<NewJournalEntry['request'], 'body'>;
  readonly response: Omit<NewJournalEntry['response'], 'body'>;
  /** Bytes kept and whole size: of the request's body, of the response's. */
  readonly bodies: readonly [number, number, number, number];
}

/** An exchange as bytes: one line of JSON, then both bodies as they came. */
export function entryBytes({ request, response, ...rest }: NewJournalEntry): Buffer {
  const { body: requestBody, ...requestHead } = request;
  const { body: responseBody, ...responseHead } = response;
  const head: Head = {
    ...rest,
    request: requestHead,
    response: responseHead,
    bodies: [requestBody.bytes.length, requestBody.size, responseBody.bytes.length, responseBody.size],
  };
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), requestBody.bytes, responseBody.bytes]);
}

/** Reads what `entryBytes` made, behind a line with the entry's number. */
export function entryFromBytes(bytes: Buffer): JournalEntry {
  const numberEnd = bytes.indexOf(0x0a);
  const headEnd = bytes.indexOf(0x0a, numberEnd + 1);
  const { bodies, request, response, ...rest } = JSON.parse(
    bytes.toString('utf8', numberEnd + 1, headEnd),
  ) as Head;
  const [requestLength, requestSize, responseLength, responseSize] = bodies;
  const from = headEnd + 1;
  return {
    ...rest,
    // JSON has no undefined.
    operation: rest.operation,
    scenario: rest.scenario && { ...rest.scenario, fault: rest.scenario.fault },
    id: Number(bytes.toString('latin1', 0, numberEnd)),
    request: { ...request, body: bodyAt(bytes, from, requestLength, requestSize) },
    response: { ...response, body: bodyAt(bytes, from + requestLength, responseLength, responseSize) },
  };
}

function bodyAt(bytes: Buffer, from: number, length: number, size: number): KeptBody {
  return { bytes: new Uint8Array(bytes.buffer, bytes.byteOffset + from, length), size };
}
