import type { RequestParts } from '../../cases/request.js';
import type { WireForm } from '../../cases/wire-form.js';

/**
 * A request in the bytes that its form demands.
 *
 * @param address the full address, in which a path may have dots
 * @param headers of the request and of the run; Host, the length and Connection are added
 * @throws Error for a header that would be two lines
 */
export function requestBytes(
  address: string,
  request: RequestParts,
  headers: Readonly<Record<string, string>>,
): Buffer {
  const form = request.wire ?? {};
  const url = new URL(address);
  const spelled = (field: string) => (form.names === 'lower' ? withSmallName(field) : field);
  const lines = [
    `${request.method} ${targetOf(address, form)} HTTP/${form.version ?? '1.1'}`,
    ...Array.from({ length: form.hosts ?? 1 }, () => spelled(`Host: ${url.host}`)),
    ...Object.entries(headers).map(([name, value]) => line(name, value, form)),
    ...lengthOf(request, form).map(spelled),
    ...(form.lines ?? []),
    // In HTTP/1.0 a connection closes by itself.
    ...(form.version === undefined ? [spelled(`Connection: ${form.connection ?? 'close'}`)] : []),
  ];
  if (lines.some((one) => /[\r\n\0]/.test(one))) throw new Error('A header has a line break in its value.');
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), bodyOf(request, form)]);
}

function targetOf(address: string, { target }: WireForm): string {
  const url = new URL(address);
  if (target === 'verbatim') return address.slice(url.origin.length);
  const path = `${url.pathname}${url.search}`;
  return target === 'absolute' ? `${url.protocol}//${url.host}${path}` : path;
}

function line(name: string, value: string, { separator = ': ', padding = '' }: WireForm): string {
  return `${name}${separator}${value}${padding}`;
}

function withSmallName(field: string): string {
  return field.replace(/^[^:]+/, (name) => name.toLowerCase());
}

function lengthOf({ body }: RequestParts, { chunks }: WireForm): string[] {
  if (chunks !== undefined) return ['Transfer-Encoding: chunked'];
  return body === undefined ? [] : [`Content-Length: ${body.length}`];
}

function bodyOf({ body = Buffer.alloc(0) }: RequestParts, { chunks }: WireForm): Buffer {
  if (chunks === undefined) return body;
  const pieces: Buffer[] = [];
  for (let start = 0; start < body.length; start += chunks.bytes) {
    const piece = body.subarray(start, start + chunks.bytes);
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'));
  }
  return Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')]);
}
