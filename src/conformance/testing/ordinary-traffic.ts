/** A fixed set of requests as clients send them every day, mistakes among them, and what a server answers to them. */
import { request as send } from 'node:http';
import { DEFAULT_KEYS } from '../../../kill-matrix/reference-server/keys.js';
import {
  askRates,
  askWith,
  askWithout,
  forbiddenRates,
  listCategories,
  TWO_BOXES,
  withKey,
} from '../../../kill-matrix/variations/requests.js';
import type { Step } from '../../../kill-matrix/variations/variation.js';
import { headerPairs } from '../target/response-reader.js';
import { noBody, type TrafficExchange } from '../traffic/traffic-exchange.js';

export const ordinaryRequests: readonly Step[] = [
  listCategories,
  { ...listCategories, method: 'HEAD' },
  { ...listCategories, headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } },
  askRates(),
  askRates(TWO_BOXES),
  askRates({ ...TWO_BOXES, weight: 90_000 }),
  askWith('delivery_type', 'residential'),
  askWith('product_type', '2'),
  askWith('weight_unit', 'KG'),
  askWith('receiver.country_code', 'BD'),
  askWith('note', 'please handle with care'),
  askWithout('sender.zip_code'),
  askWithout('weight'),
  askWith('weight', '3'),
  askWith('weight', -1),
  askWith('box_dimension.1.items.0.quantity', 2, TWO_BOXES),
  askWith('box_dimension', 'none'),
  askWith('weight_unit', 'STONES'),
  askRates('{"weight": '),
  askRates('[]'),
  withKey(null),
  withKey('Bearer nobody'),
  withKey(`Bearer ${DEFAULT_KEYS.expired}`, askRates()),
  forbiddenRates,
  withKey(null, askWithout('weight')),
  { method: 'GET', path: '/orders/TRK1' },
  { method: 'GET', path: '/nothing-here' },
  { method: 'DELETE', path: '/categories' },
];

/** @param url the server's base address */
export function exchangeWith(url: string, step: Step, id: string): Promise<TrafficExchange> {
  const wanted: Record<string, string | null> = {
    Authorization: `Bearer ${DEFAULT_KEYS.valid}`,
    Accept: 'application/json',
    ...step.headers,
  };
  const headers = Object.entries(wanted).filter((pair): pair is [string, string] => pair[1] !== null);
  const address = new URL(url + step.path);
  const bytes = step.body === undefined ? undefined : Buffer.from(step.body as string);
  const request = {
    method: step.method,
    target: address.pathname + address.search,
    headers,
    body: bytes === undefined ? noBody : { bytes },
  };
  return new Promise((resolve) => {
    const broken = (fault: string): void => resolve({ id, request, response: { fault } });
    const sent = send(address, {
      method: step.method,
      headers: Object.fromEntries(headers),
      agent: false,
      timeout: 60_000,
    });
    sent.on('timeout', () => sent.destroy(new Error('no response within 60 s')));
    sent.on('error', (error) => broken(error.message));
    sent.on('upgrade', (_response, socket) => {
      socket.destroy();
      broken('the connection became another protocol');
    });
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      const done = (problems: string[]): void =>
        resolve({
          ...{ id, request },
          response: {
            status: response.statusCode ?? 0,
            headers: headerPairs(response.rawHeaders),
            body: { bytes: Buffer.concat(chunks) },
            problems,
          },
        });
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => done([]));
      response.on('error', (error) => done([error.message]));
    });
    sent.end(bytes);
  });
}
