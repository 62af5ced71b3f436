/** Requests as they stand on the wire, so that every generator sends the same bytes. */
import { ordinaryShipments } from './shipments.mjs';

const KEY = 'dk_test_bench';

/**
 * @param {{ port: number, base: string, key?: string }} server
 * @param {{ path: string, body?: unknown, key?: string, headers?: Record<string, string> }} request POST when it has a body
 * @returns {string} HTTP/1.1
 */
export function onTheWire({ port, base, key: ownKey = KEY }, { path, body, key = ownKey, headers = {} }) {
  const text = body === undefined ? '' : JSON.stringify(body);
  const fields = {
    Host: `127.0.0.1:${port}`,
    Authorization: `Bearer ${key}`,
    ...(text && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
    ...headers,
  };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${text ? 'POST' : 'GET'} ${base}${path} HTTP/1.1\r\n${head.join('')}\r\n${text}`;
}

const shipments = ordinaryShipments(4000);

/** Requests of each kind of load, in turn, to a server with `port`, `base` and perhaps `key`. */
export const kinds = {
  GET: (server) => [onTheWire(server, { path: '/categories' })],
  POST: (server) => shipments.map((body) => onTheWire(server, { path: '/get-shipping-rates', body })),
};
