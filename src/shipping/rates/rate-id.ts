/**
 * A rate id describes itself and is signed: service code, charge and request can be read from it, and a mark that follows
 * from all of them, the seed and the sandbox shows whether it was quoted here. So nothing is stored for a quote, and an
 * order needs only the id. Everybody can compute the mark: it catches wrong, altered and foreign ids and guards no secret.
 */
import type { Party, RateRequest } from '../types.js';

/** The scope of ids: the same request gets other ids with another seed or in another sandbox. */
export interface IdScope {
  readonly seed: number;
  readonly sandbox: string;
}

/** The content of a rate id. */
export interface QuotedRate {
  readonly serviceCode: string;
  /** The shipping charge in cents, below 2^32. */
  readonly chargeCents: number;
  /** 16 hexadecimal digits that identify the request. */
  readonly requestTag: string;
}

/** 64 bits, as two words. */
type Hash = readonly [high: number, low: number];

const start: Hash = [0xdeadbeef, 0x41c6ce57];

/** Mixes parts into a hash as cyrb53 mixes: other parts give other bits, but for chance. */
class Mixer {
  #a: number;
  #b: number;

  constructor([a, b]: Hash) {
    this.#a = a;
    this.#b = b;
  }

  add(part: string | number): void {
    const text = String(part);
    // With its length, so that 'ab', 'c' and 'a', 'bc' differ.
    let a = this.#a ^ text.length;
    let b = this.#b ^ text.length;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      a = Math.imul(a ^ code, 0x9e3779b1);
      b = Math.imul(b ^ code, 0x5f356495);
    }
    this.#a = a;
    this.#b = b;
  }

  addAll(parts: readonly (string | number)[]): void {
    // oxlint-disable-next-line typescript/prefer-for-of -- iterators are a tenth of what a rate request allocates
    for (let at = 0; at < parts.length; at += 1) this.add(parts[at] ?? '');
  }

  get hash(): Hash {
    const [a, b] = [this.#a, this.#b];
    const high = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
    return [high, Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35)];
  }
}

/** A hash of the parts, each mixed in with its length. */
export function hash(parts: readonly (string | number)[]): Hash {
  const mixer = new Mixer(start);
  mixer.addAll(parts);
  return mixer.hash;
}

const byteDigits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** A word as eight hexadecimal digits. */
function hexWord(word: number): string {
  const [first, second, third, last] = [word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255];
  return `${byteDigits[first]}${byteDigits[second]}${byteDigits[third]}${byteDigits[last]}`;
}

/** A hash as 16 hexadecimal digits. */
export function hexDigits([high, low]: Hash): string {
  return hexWord(high) + hexWord(low);
}

/** The tag of a request: 16 hexadecimal digits from its fields (unknown ones don't count) and the scope. */
export function requestTag({ seed, sandbox }: IdScope, request: RateRequest): string {
  const { product_type: product, weight, weight_unit: unit, delivery_type: delivery } = request;
  const mixer = new Mixer(start);
  mixer.addAll(['request', seed, sandbox, product, weight, unit, delivery]);
  addParty(mixer, request.sender);
  addParty(mixer, request.receiver);
  mixer.add(request.box_dimension.length);
  for (const box of request.box_dimension) {
    mixer.addAll([box.length, box.width, box.height, box.weight, box.items.length]);
    for (const { name, quantity, unit_price: price } of box.items) mixer.addAll([name, quantity, price]);
  }
  return hexDigits(mixer.hash);
}

function addParty(mixer: Mixer, party: Party): void {
  const { address, state, state_short_code: code, city, zip_code: zip, country_code: country } = party;
  mixer.addAll([address, state, code, city, zip, country]);
}

/** The first part of a service's rate ids: "rate_" and its code in base64url. */
export function rateIdPrefix(serviceCode: string): string {
  const bytes = String.fromCharCode(...new TextEncoder().encode(serviceCode));
  return `rate_${btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
}

export type RequestKey = Readonly<ReturnType<typeof requestKey>>;

/** The source of all rate ids of one request. */
export function requestKey({ seed, sandbox }: IdScope, tag: string) {
  return { tag, hash: hash(['rate', seed, sandbox, tag]) };
}

/**
 * Writes a rate id: the service's prefix, ".", then in hexadecimal charge (8), request tag (16), mark (16).
 *
 * @param chargeCents below 2^32
 */
export function writeRateId(request: RequestKey, prefix: string, chargeCents: number): string {
  const mark = new Mixer(request.hash);
  mark.addAll([prefix, chargeCents]);
  return `${prefix}.${hexWord(chargeCents)}${request.tag}${hexDigits(mark.hash)}`;
}

/** Reads an id that `writeRateId` wrote in the same scope; undefined for any other text. */
export function readRateId(scope: IdScope, id: string): QuotedRate | undefined {
  const parts = /^(rate_([\w-]{1,120}))\.([0-9a-f]{8})([0-9a-f]{16})[0-9a-f]{16}$/.exec(id);
  if (parts === null) return undefined;
  const [, prefix = '', code = '', charge = '', tag = ''] = parts;
  const chargeCents = Number.parseInt(charge, 16);
  if (writeRateId(requestKey(scope, tag), prefix, chargeCents) !== id) return undefined;
  const serviceCode = codeOf(code);
  return serviceCode === undefined ? undefined : { serviceCode, chargeCents, requestTag: tag };
}

/** The service code of a prefix; undefined for a text that is no base64url, which anybody can mark. */
function codeOf(base64url: string): string | undefined {
  try {
    const bytes = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
    return new TextDecoder().decode(Uint8Array.from(bytes, (character) => character.charCodeAt(0)));
  } catch {
    return undefined;
  }
}
