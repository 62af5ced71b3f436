/** Requests that witnesses send. */
import { DEFAULT_KEYS } from '../reference-server/keys.js';
import { BASE_PATH } from '../reference-server/read-call.js';
import type { Fields } from '../reference-server/stages.js';

/** One request of a witness. The valid key is sent unless `headers` has an Authorization (null sends none). */
export interface Step {
  readonly method: string;
  /** Path below the base path. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: string | Buffer;
  /** Of HTTP; 1.1 by default. */
  readonly version?: '1.0';
  /** True if the first line has the whole address. */
  readonly absolute?: true;
  /** Number of times that it is sent; once by default. */
  readonly times?: number;
  /** The way in which these are sent: each on a connection of its own (by default one after the other), or all on one. */
  readonly sent?: 'side by side' | 'on one connection';
  /** Sent in turn with it, where several are sent side by side or on one connection. */
  readonly and?: Step;
  /** The pieces in which the whole message is sent, for one that is not written as usual. */
  readonly message?: readonly (string | Buffer)[];
  /** Milliseconds by which the clock moves on before it is sent. */
  readonly later?: number;
}

const PARTY = {
  address: '12 Harbour Street',
  state: 'Texas',
  state_short_code: 'TX',
  city: 'Austin',
  zip_code: '78701',
  country_code: 'US',
};

const BOX = {
  length: 10,
  width: 8,
  height: 6,
  weight: 3,
  items: [{ name: 'Notebook', quantity: '2', unit_price: '4.50' }],
};

/** A valid shipment of one box. */
export const SHIPMENT = {
  box_dimension: [BOX],
  product_type: '1',
  weight: 3,
  weight_unit: 'LBS',
  sender: PARTY,
  receiver: PARTY,
  delivery_type: 'commercial',
};

/** A valid shipment of two boxes, the second with two items. */
export const TWO_BOXES = {
  ...SHIPMENT,
  box_dimension: [BOX, { ...BOX, items: [...BOX.items, { name: 'Pen', quantity: '1', unit_price: '2' }] }],
};

export const listCategories: Step = { method: 'GET', path: '/categories' };

/** POST /get-shipping-rates with a body: text as it is, anything else as JSON. */
export function askRates(body: unknown = SHIPMENT, headers: Step['headers'] = {}): Step {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const json = { 'Content-Type': 'application/json', ...headers };
  return { method: 'POST', path: '/get-shipping-rates', headers: json, body: text };
}

/** A copy in which the place, written like `sender.zip_code` or `box_dimension.0.weight`, has another value. */
export function changed<T>(place: string, value: unknown, from: T = SHIPMENT as T): T {
  const [first = '', ...rest] = place.split('.');
  const copy = (Array.isArray(from) ? [...(from as unknown[])] : { ...from }) as Fields;
  copy[first] = rest.length > 0 ? changed(rest.join('.'), value, copy[first]) : value;
  return copy as T;
}

/** POST /get-shipping-rates with one value replaced; `undefined` leaves the field out. */
export const askWith = (place: string, value: unknown, from: object = SHIPMENT): Step =>
  askRates(changed(place, value, from));

export const askWithout = (place: string, from: object = SHIPMENT): Step => askWith(place, undefined, from);

/** A step sent with another Authorization header, or null for none. */
export const withKey = (authorization: string | null, step: Step = listCategories): Step => ({
  ...step,
  headers: { ...step.headers, Authorization: authorization },
});

/** POST /create-order with a body: text as it is, anything else as JSON. */
export const order = (body: unknown = { unknown_field: 'value' }): Step => ({
  ...askRates(body),
  path: '/create-order',
});

/** A rate request that the limited key may not make. */
export const forbiddenRates = withKey(`Bearer ${DEFAULT_KEYS.limited}`, askRates());

export const unknownPath: Step = { method: 'GET', path: '/nothing-here' };

/** Ordinary requests, in which most differences show. */
export const ordinaryRequests: readonly Step[] = [
  listCategories,
  askRates(),
  askWithout('sender.city'),
  withKey(null),
  withKey('Bearer nobody'),
  withKey(`Bearer ${DEFAULT_KEYS.expired}`),
  forbiddenRates,
  unknownPath,
  { method: 'DELETE', path: '/categories' },
];

/** A request as it goes over the wire, for witnesses that send several on one connection or cut one in pieces. */
export function rawRequest(step: Step, changes: Readonly<Record<string, string | null>> = {}): string {
  const body = String(step.body ?? '');
  const headers: Record<string, string | null> = {
    Host: 'localhost',
    'Content-Length': String(Buffer.byteLength(body)),
    Authorization: `Bearer ${DEFAULT_KEYS.valid}`,
    ...step.headers,
    ...changes,
  };
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    value === null ? [] : [`${name}: ${value}\r\n`],
  );
  return `${step.method} ${BASE_PATH}${step.path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/** Different requests, one after the other on one connection. */
export function inOneConnection(...steps: readonly Step[]): Step {
  const close = (index: number) => (index === steps.length - 1 ? { Connection: 'close' } : {});
  return { ...listCategories, message: steps.map((step, index) => rawRequest(step, close(index))) };
}

/** A request whose body is sent in chunks, each in a piece of its own. */
export function inChunks(step: Step, chunks: readonly (string | Buffer)[], extension = ''): Step {
  const head = rawRequest(
    { ...step, body: '' },
    { 'Content-Length': null, 'Transfer-Encoding': 'chunked', Connection: 'close' },
  );
  const framed = chunks.map((chunk) =>
    Buffer.concat([
      Buffer.from(`${Buffer.byteLength(chunk).toString(16)}${extension}\r\n`),
      Buffer.from(chunk as string),
      Buffer.from('\r\n'),
    ]),
  );
  return { ...step, message: [head, ...framed, '0\r\n\r\n'] };
}

/** A request whose body is sent in pieces, with a length. */
export function inPieces(step: Step, pieces: readonly (string | Buffer)[]): Step {
  const length = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
  const head = rawRequest({ ...step, body: '' }, { 'Content-Length': String(length), Connection: 'close' });
  return { ...step, message: [head, ...pieces] };
}
