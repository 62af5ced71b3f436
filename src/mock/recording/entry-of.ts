import { sharedElapsed, type Delivery } from '../../journal/delivery.js';
import {
  keptAtMost,
  type KeptBody,
  type KeyKind,
  type NewJournalEntry,
} from '../../journal/journal-entry.js';
import type { SentByFault } from '../../scenarios/faults/sent-by-fault.js';
import type { Exchange } from '../exchange/exchange.js';
import type { MockResponse } from '../exchange/response.js';

/** Makes the journal's entry of an exchange, secrets not yet masked. */
export function entryOf(
  exchange: Exchange,
  response: NewJournalEntry['response'],
  delivery: Delivery,
): NewJournalEntry {
  const { method, path, query, request, identity, match, problems, scenario } = exchange;
  const { time, elapsed, headers, body, bodyMs } = request;
  const httpVersion = request.httpVersion === '2.0' ? '2.0' : undefined;
  const isLimited = identity.kind === 'valid' && identity.scopes !== undefined;
  return {
    time,
    // Replicas share one journal, so times count from 1970 and not from the start of a process; they still never jump.
    elapsed: sharedElapsed(elapsed),
    durationMs: performance.now() - elapsed,
    delivery,
    answeredBy: response.status === 0 ? undefined : exchange.answeredBy,
    request: {
      method,
      path,
      query,
      headers,
      body: keptBytes(body.bytes),
      bodyMs,
      key: keyAfter(isLimited ? 'limited' : identity.kind, exchange, response.status),
      httpVersion,
    },
    operation: match.kind === 'operation' ? match.served.operation.id : undefined,
    problems,
    response,
    scenario: scenario?.applied,
  };
}

/** The response as it leaves. @param broken what a fault lets out of it; undefined where it is sent whole */
export function sentResponse(
  { method, quota }: Exchange,
  response: MockResponse,
  broken: SentByFault | undefined,
): NewJournalEntry['response'] {
  const { status, headers, size } = response;
  const neverHasBody = status === 204 || status === 304;
  const hasBody = method !== 'HEAD' && !neverHasBody;
  if (!broken)
    // Field by field: an object that is spread costs several times as much.
    return {
      status,
      headers,
      quota,
      contentLength: response.body === undefined && neverHasBody ? undefined : size,
      body: hasBody ? keptResponse(response) : nothingKept,
      broken: undefined,
    };
  const { contentLength, bytes, end } = broken;
  const head = contentLength !== undefined;
  return {
    ...{ status, headers, quota, contentLength },
    body: head && !hasBody ? nothingKept : keptBytes(bytes),
    broken: { head, end },
  };
}

/** The same behind a proxy, where only the target knows the keys: its own 401 says that it doesn't take this one. */
export function keyAfter(
  key: KeyKind | undefined,
  { answeredBy, scenario }: Pick<Exchange, 'answeredBy' | 'scenario'>,
  status: number,
): KeyKind | undefined {
  if (key !== 'valid' || answeredBy !== 'target' || status !== 401) return key;
  const isForced = scenario?.applied.changes.some((change) => change.startsWith('status')) === true;
  return isForced ? key : 'unknown';
}

export const nothingKept: KeptBody = { bytes: new Uint8Array(0), size: 0, lasting: true };
export const noResponse: NewJournalEntry['response'] = { status: 0, headers: {}, body: nothingKept };

function keptBytes(bytes: Uint8Array): KeptBody {
  const size = bytes.length;
  if (size === 0) return nothingKept;
  return { bytes: size <= keptAtMost ? bytes : bytes.subarray(0, keptAtMost), size };
}

function keptResponse({ body, size, shared }: MockResponse): KeptBody {
  if (size === 0 || body === undefined) return nothingKept;
  if (shared && size <= keptAtMost) return shared;
  if (typeof body !== 'string') return keptBytes(body);
  return size <= keptAtMost ? new KeptText(body, size) : keptBytes(encoder.encode(body));
}

const encoder = new TextEncoder();

/** A text that is encoded when its bytes are first needed. */
class KeptText implements KeptBody {
  constructor(
    readonly text: string,
    readonly size: number,
  ) {}

  get bytes(): Uint8Array {
    return encoder.encode(this.text);
  }
}
