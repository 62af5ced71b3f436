/** Reads a request off the wire and finds the operation that it means. */
import type { IncomingMessage } from 'node:http';
import type { Settings } from './settings.js';
import type { Call, Connection, Operation } from './stages.js';

export const BASE_PATH = '/api/v1/developer';

/** Which request this is, on the server and on its connection. */
export interface Arrival {
  readonly number: number;
  readonly connection: Connection;
}

/** Reads the whole request; it does not validate anything. */
export async function readCall(
  request: IncomingMessage,
  arrival: Arrival,
  settings: Settings,
): Promise<Call> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const bytes = Buffer.concat(pieces);
  // A server must accept a request target in absolute form (RFC 9112 3.2.2).
  const target = (request.url ?? '').replace(/^https?:\/\/[^/?]+/i, '');
  const [pathname = '', search = ''] = target.split('?', 2);
  const path = pathname.startsWith(`${BASE_PATH}/`) ? pathname.slice(BASE_PATH.length) : `//${pathname}`;
  const method = request.method ?? '';
  const operations = operationsAt(path, settings.orders);
  return {
    method,
    version: request.httpVersion,
    target: request.url ?? '',
    path,
    query: new URLSearchParams(search),
    headers: request.headers,
    headerNames: request.rawHeaders.filter((_, index) => index % 2 === 0),
    headerLines: request.rawHeaders.flatMap((name, index, all) =>
      index % 2 === 0 ? [[name, all[index + 1] ?? ''] as const] : [],
    ),
    pieces,
    text: bytes.toString('utf8'),
    body: parse(bytes),
    operation: operations[method === 'HEAD' ? 'GET' : method],
    allowed: Object.keys(operations),
    ...arrival,
  };
}

function operationsAt(path: string, orders: boolean): Partial<Record<string, Operation>> {
  if (path === '/categories') return { GET: 'listCategories' };
  if (path === '/get-shipping-rates') return { POST: 'getShippingRates' };
  if (orders && path === '/create-order') return { POST: 'createOrder' };
  if (orders && /^\/orders\/[^/]+$/.test(path)) return { GET: 'getOrder' };
  return {};
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** JSON is UTF-8 (RFC 8259, 8.1), so other bytes are no JSON either. */
function parse(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(utf8.decode(bytes)) as unknown;
  } catch {
    return undefined;
  }
}
