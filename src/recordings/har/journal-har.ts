import type { TrafficBody, TrafficHeaders } from '../../conformance/traffic/traffic-exchange.js';
import type { TrafficFinding } from '../../conformance/traffic/traffic-exchange.js';
import { sentStatus } from '../../journal/delivery.js';
import { describeDelivery, describeFrames } from '../../journal/describe-entry.js';
import type { JournalEntry, KeptBody } from '../../journal/journal-entry.js';
import type { RecordedExchange } from '../recorded-exchange.js';

/** The origin of a journal entry. */
export interface EntryOrigin {
  /** The service's own address, such as `http://127.0.0.1:4010`. */
  readonly origin: string;
  readonly sandbox: string;
  /** Those that really went out; without the ones that every response has, where nobody knows them. */
  readonly sentHeaders?: Readonly<Record<string, string>> | undefined;
  readonly findings?: readonly TrafficFinding[] | undefined;
}

/** An exchange of the journal as a recording, credentials and all: whoever writes it down masks them. */
export function recordedEntry(entry: JournalEntry, from: EntryOrigin): RecordedExchange {
  const { id, request, response, scenario, operation, problems, findings = from.findings, notJudged } = entry;
  const { broken } = response;
  const { firstByteMs } = entry.delivery;
  const { messages, ...frames } = entry.webSocket ? describeFrames(entry.webSocket) : {};
  const query = request.query === '' ? '' : `?${request.query}`;
  return {
    id: `${from.sandbox}/${id}`,
    startedAt: entry.time,
    durationMs: Math.round(entry.durationMs * 1000) / 1000,
    firstByteMs: firstByteMs === undefined ? undefined : Math.round(firstByteMs * 1000) / 1000,
    httpVersion: request.httpVersion,
    request: {
      method: request.method,
      target: from.origin + request.path + query,
      headers: pairsOf(request.headers),
      body: bodyOf(request.body),
    },
    response:
      sentStatus(entry) === 0
        ? { fault: faultOf(entry) }
        : {
            status: response.status,
            headers: pairsOf(from.sentHeaders ?? response.headers),
            body: bodyOf(response.body),
          },
    messages,
    own: {
      ...{ id, sandbox: from.sandbox, operation: operation ?? null },
      scenario: scenario ? { ...scenario, fault: scenario.fault ?? null } : null,
      broken: broken ? { ...broken, status: response.status, contentLength: response.contentLength } : null,
      delivery: describeDelivery(entry.delivery),
      answeredBy: entry.answeredBy ?? null,
      ...(problems.length > 0 && { problems: problems.map(({ text }) => text) }),
      ...(findings !== undefined && { findings }),
      ...(notJudged !== undefined && { notJudged }),
      ...('fromClient' in frames && { webSocket: frames }),
    },
  };
}

/** The reason why a client saw no status. */
function faultOf({ delivery: { ending }, response: { broken } }: JournalEntry): string {
  return ending === undefined || broken?.end === 'silent' ? 'no response came' : 'the connection was closed';
}

function pairsOf(headers: Readonly<Record<string, string | readonly string[] | undefined>>): TrafficHeaders {
  return Object.entries(headers).flatMap(([name, value]) =>
    // A response of a proxy has several lines of a field in one text.
    [value ?? []].flat().flatMap((text) => text.split('\n').map((line) => [name, line] as const)),
  );
}

function bodyOf({ bytes, size }: KeptBody): TrafficBody {
  if (bytes.length < size) return { notHeld: `the journal keeps ${bytes.length} of its ${size} bytes` };
  return { bytes };
}
