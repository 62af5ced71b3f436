import type { RequestParts } from '../cases/request.js';

/** A longer body is cut; a shell would not accept it on one line either. */
const maxBody = 4000;

/** The request as a curl command for bash. */
export function curlOf(url: string, request: RequestParts): string {
  const parts = ['curl', '-i'];
  if (request.method === 'HEAD') parts.push('--head');
  else if (request.method !== 'GET') parts.push('-X', request.method);
  parts.push(quote(url));
  for (const [name, value] of Object.entries(request.headers)) {
    if (name === 'Accept-Encoding' && value !== 'identity') parts.push('--compressed');
    else parts.push('-H', quote(value === '' ? `${name};` : `${name}: ${value}`));
  }
  if (request.body !== undefined) parts.push('--data-binary', quoteBody(request.body));
  return parts.join(' ');
}

/** A body as text; a long one is cut, and its size is added. */
export function bodyText(body: Buffer): string {
  const text = body.toString('utf8');
  return text.length > maxBody ? `${text.slice(0, maxBody)}… (${body.length} bytes)` : text;
}

function quoteBody(body: Buffer): string {
  const text = bodyText(body);
  const isText = body.length > maxBody || Buffer.from(text).equals(body);
  return isText && !hasControls(text) ? quote(text) : quoteBytes(body.subarray(0, maxBody));
}

function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Bash's `$'…'`, which can express any byte. */
function quoteBytes(bytes: Buffer): string {
  const written = Array.from(bytes, (byte) => {
    if (byte === 0x27 || byte === 0x5c) return `\\${String.fromCharCode(byte)}`;
    return byte >= 0x20 && byte < 0x7f
      ? String.fromCharCode(byte)
      : `\\x${byte.toString(16).padStart(2, '0')}`;
  });
  return `$'${written.join('')}'`;
}

function hasControls(text: string): boolean {
  return Array.from(text).some((character) => {
    const code = character.codePointAt(0) ?? 0;
    return code < 0x20 || code === 0x7f || code === 0xfeff;
  });
}
