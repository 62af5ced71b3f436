/** Headers of HTTP/1.1 and HTTP/2 in each other's form (RFC 9113 section 8.2). */
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http2';

/** Fields about a connection, which HTTP/2 does not have. */
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
]);

/** Names and values by name, each name once with all of its values. */
export type FieldsByName = Record<string, string[]>;

/** Fields of a message of HTTP/1.1 as HTTP/2 sends them. @param raw names and values in turn */
export function fieldsForStream(raw: readonly string[]): FieldsByName {
  const named = new Set(valuesOf(raw, 'connection').flatMap((value) => value.toLowerCase().split(/\s*,\s*/)));
  const isKept = ([name, values]: [string, string[]]): boolean =>
    name === 'te'
      ? values.join().trim().toLowerCase() === 'trailers'
      : !ofConnection.has(name) && !named.has(name);
  return Object.fromEntries(Object.entries(fieldsByName(raw)).filter(isKept));
}

/** @param raw names and values in turn */
export function fieldsByName(raw: readonly string[]): FieldsByName {
  const fields: FieldsByName = {};
  for (let index = 0; index < raw.length; index += 2)
    (fields[(raw[index] ?? '').toLowerCase()] ??= []).push(raw[index + 1] ?? '');
  return fields;
}

/**
 * Has headers sent by a function of Node, which refuses a second value of fields that have one: such values go as a list then, which is
 * the same to a recipient (RFC 9110 section 5.3).
 */
export function sendFields<T>(fields: FieldsByName, send: (headers: OutgoingHttpHeaders) => T): T {
  try {
    return send(fields);
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ERR_HTTP2_HEADER_SINGLE_VALUE'))
      throw cause;
    return send(
      Object.fromEntries(Object.entries(fields).map(([name, values]) => [name, values.join(', ')])),
    );
  }
}

/** Fields of a message of HTTP/2 without those that begin with a colon, names and values in turn; several of `cookie` become one. */
export function fieldsOfStream(raw: readonly string[]): string[] {
  const fields: string[] = [];
  const cookies = valuesOf(raw, 'cookie');
  let hasCookie = false;
  for (let index = 0; index < raw.length; index += 2) {
    const [name = '', value = ''] = [raw[index], raw[index + 1]];
    if (name.startsWith(':') || (name === 'cookie' && hasCookie)) continue;
    hasCookie ||= name === 'cookie';
    fields.push(name, name === 'cookie' ? cookies.join('; ') : value);
  }
  return fields;
}

function valuesOf(raw: readonly string[], name: string): string[] {
  return raw.filter((_, index) => index % 2 === 1 && raw[index - 1]?.toLowerCase() === name);
}

/** The head of a response of HTTP/1.1 as it is written. @param fields names and values in turn */
export function headText(status: number, reason: string, fields: readonly string[]): string {
  const lines = fields.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`));
  return `HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}\r\n`;
}

/** A pseudo-header, such as `:path`. */
export function pseudo(headers: IncomingHttpHeaders, name: `:${string}`): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}
