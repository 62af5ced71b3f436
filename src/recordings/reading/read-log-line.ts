import {
  headerIn,
  noBody,
  type TrafficBody,
  type TrafficHeaders,
} from '../../conformance/traffic/traffic-exchange.js';
import { isObject, membersOf } from '../../contract/schema/json-equal.js';
import { fromBase64 } from '../../contract/printing/base64.js';
import type { OwnFields, RecordedExchange } from '../recorded-exchange.js';
import { NotJudgedError } from '../../conformance/target/not-judged-error.js';
import { readOwnFields, type Fields } from './own-fields.js';

/**
 * A line of an access log with bodies, flat or as the journal has it: `{"method", "url" or "path", "status", "requestHeaders",
 * "requestBody", "responseHeaders", "responseBody", "durationMs", "time"}`, or `{"request": {"method", "url" or "path", "query",
 * "headers", "body"}, "response": {"status", "headers", "body"}, …}`. A body is a text, JSON itself, or base64 in a field whose name
 * ends in `Base64`.
 *
 * @returns undefined for a line that is no exchange
 */
export function readLogLine(line: unknown, id: string): RecordedExchange | undefined {
  const fields = membersOf(line);
  const request = isObject(fields.request) ? fields.request : ofSide(fields, 'request');
  const response = isObject(fields.response)
    ? fields.response
    : { ...ofSide(fields, 'response'), status: fields.status };
  const { method, status } = { method: request.method, status: response.status };
  const target = targetOf(request);
  if (typeof method !== 'string' || target === undefined) return undefined;
  // The journal has the status of a response of which nothing left, too.
  const isAnswered =
    typeof status === 'number' && status >= 100 && membersOf(fields.delivery).headBytes !== 0;
  const { durationMs } = fields;
  return {
    id,
    startedAt: timeOf(fields.time),
    durationMs: typeof durationMs === 'number' ? durationMs : undefined,
    request: {
      method: method.toUpperCase(),
      target,
      headers: pairsOf(request.headers) ?? [],
      body: bodyOf(request),
    },
    response: isAnswered
      ? { status, headers: pairsOf(response.headers) ?? new UnrecordedHeaders(), body: bodyOf(response) }
      : { fault: undefined },
    // Logs mask or leave out what opens doors.
    credentialsRemoved: true,
    own: isObject(fields.delivery) ? ownOfJournal(fields, response) : undefined,
  };
}

/** The journal has beside an exchange what a HAR of Drydock has in `_drydock`, and how a fault broke it with the response. */
function ownOfJournal(fields: Fields, { status, headers, broken }: Fields): OwnFields | undefined {
  const announced = headerIn(pairsOf(headers) ?? [], 'content-length');
  const contentLength = announced === undefined ? undefined : Number(announced);
  return readOwnFields({
    ...fields,
    broken: isObject(broken) ? { ...broken, status, contentLength } : null,
  });
}

/** `requestHeaders` is `headers` of the request. */
function ofSide(fields: Fields, side: 'request' | 'response'): Fields {
  const { method, url, path, query } = fields;
  const own = Object.entries(fields).flatMap(([name, value]) => {
    const rest = name.startsWith(side) ? name.slice(side.length) : '';
    return rest === '' ? [] : [[rest.charAt(0).toLowerCase() + rest.slice(1), value] as const];
  });
  return { method, url, path, query, ...Object.fromEntries(own) };
}

function targetOf({ url, path, query }: Fields): string | undefined {
  const text = typeof url === 'string' ? url : path;
  if (typeof text !== 'string' || text === '') return undefined;
  const address = /^https?:/i.test(text) ? text : `http://localhost${text.startsWith('/') ? '' : '/'}${text}`;
  const isMore = typeof query === 'string' && query !== '' && !address.includes('?');
  return isMore ? `${address}?${query.replace(/^\?/, '')}` : address;
}

function timeOf(time: unknown): number {
  if (typeof time === 'number') return time;
  return Date.parse(String(time)) || 0;
}

function pairsOf(headers: unknown): TrafficHeaders | undefined {
  if (Array.isArray(headers))
    return headers.flatMap((pair: unknown): [string, string][] =>
      Array.isArray(pair) && pair.length === 2 ? [[String(pair[0]), String(pair[1])]] : [],
    );
  if (!isObject(headers)) return undefined;
  return Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value]).map((one) => [name, String(one)] as const),
  );
}

function bodyOf(side: Fields): TrafficBody {
  const { body, bodyBase64 } = side;
  if (typeof bodyBase64 === 'string') {
    const bytes = fromBase64(bodyBase64);
    return bytes ? { bytes } : { notHeld: 'its base64 can’t be read' };
  }
  if (body === undefined) return { notHeld: 'the body was not recorded' };
  if (body === null) return noBody;
  if (typeof body === 'string') return { bytes: Buffer.from(body), decoded: true };
  return isObject(body) && isView(body)
    ? viewed(body)
    : { bytes: Buffer.from(JSON.stringify(body)), decoded: true };
}

/** A body as the control API shows it. */
function isView(body: Fields): boolean {
  return typeof body.size === 'number' && typeof body.truncated === 'boolean';
}

function viewed({ json, text, truncated, note }: Fields): TrafficBody {
  if (truncated === true || note !== undefined) return { notHeld: 'only a part of the body was recorded' };
  if (json !== undefined) return { bytes: Buffer.from(JSON.stringify(json)), decoded: true };
  return typeof text === 'string' ? { bytes: Buffer.from(text), decoded: true } : noBody;
}

type Pair = readonly [name: string, value: string];

/** The headers of a response that nobody recorded: a rule that looks for one can't be judged. */
class UnrecordedHeaders extends Array<Pair> {
  override find(): never {
    throw new NotJudgedError('the headers were not recorded');
  }

  override filter(): never {
    throw new NotJudgedError('the headers were not recorded');
  }
}
