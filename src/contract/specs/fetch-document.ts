import { DocumentError } from '../document/document-error.js';
import { maxFileBytes } from '../files/document-files.js';
import { systemFailure } from '../system-failure.js';

/** For the whole of a document to arrive, in milliseconds. */
const timeoutMs = 30_000;
const maxRedirects = 5;

/**
 * Fetches a document from the network: by https, or by http from this machine alone, where nobody can change it on its way. Time
 * and size are bounded, and a redirect must keep to the same rule.
 *
 * @throws DocumentError; the address is shown without user, password and query, which may be secrets
 */
export async function fetchDocument(address: string): Promise<string> {
  const name = shownAddress(address);
  const refuse = (why: string, cause?: unknown): DocumentError =>
    new DocumentError(`Failed to fetch the document ${name}: ${why}.`, { cause });
  try {
    const response = await follow(address, AbortSignal.timeout(timeoutMs), refuse);
    if (!response.ok) throw refuse(`the server answered ${response.status}`);
    return await bounded(response, refuse);
  } catch (cause) {
    if (cause instanceof DocumentError) throw cause;
    if ((cause as Error).name === 'TimeoutError')
      throw refuse(`it takes more than ${timeoutMs / 1000} s`, cause);
    throw refuse(networkFailure(cause), cause);
  }
}

type Refuse = (why: string) => DocumentError;

async function follow(address: string, signal: AbortSignal, refuse: Refuse): Promise<Response> {
  let url = allowed(address, refuse);
  const headers = { Accept: 'application/yaml, application/json, */*;q=0.8', 'User-Agent': 'drydock-kit' };
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const response = await fetch(url.href, { redirect: 'manual', signal, headers });
    const next = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || next === null) return response;
    await response.body?.cancel();
    if (!URL.canParse(next, url.href)) throw refuse('it is redirected to what is no address');
    url = allowed(new URL(next, url).href, refuse);
  }
  throw refuse(`it is redirected more than ${maxRedirects} times`);
}

function allowed(address: string, refuse: Refuse): URL {
  if (!URL.canParse(address)) throw refuse('it is no address');
  const url = new URL(address);
  if (url.username !== '' || url.password !== '')
    throw refuse('an address may not contain a user or a password; save the document to a file');
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isHere)) return url;
  throw refuse('only https is followed, and http to this machine');
}

async function bounded(response: Response, refuse: Refuse): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const body = response.body as AsyncIterable<Uint8Array> | null;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxFileBytes) throw refuse(`it is larger than ${maxFileBytes / 1024 / 1024} MiB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function networkFailure(cause: unknown): string {
  const inner = (cause as Error).cause;
  return inner instanceof Error && 'code' in inner ? systemFailure(inner) : 'the connection failed';
}

/** Without user, password, query and fragment. */
export function shownAddress(address: string): string {
  if (!URL.canParse(address)) return address;
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}
