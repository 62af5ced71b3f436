import type { RequestParts } from '../request.js';

/** Beyond this a body is shown cut; a shell would not take it on one line either. */
const maxBody = 4000;

/** The request as a curl command for a POSIX shell. */
export function curlOf(url: string, request: RequestParts): string {
  const parts = ['curl', '-i'];
  if (request.method !== 'GET') parts.push('-X', request.method);
  parts.push(quote(url));
  for (const [name, value] of Object.entries(request.headers))
    parts.push('-H', quote(value === '' ? `${name};` : `${name}: ${value}`));
  if (request.body !== undefined) parts.push('--data-binary', quote(bodyText(request.body)));
  return parts.join(' ');
}

/** A body as text; bytes that are no text are counted. */
export function bodyText(body: Buffer): string {
  const text = body.toString('utf8');
  return text.length > maxBody ? `${text.slice(0, maxBody)}… (${body.length} bytes)` : text;
}

function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
