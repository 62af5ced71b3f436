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

/** 64 bits that follow from the parts, mixed as cyrb53 mixes them: other parts give other bits, but for chance. */
export function hash(parts: readonly (string | number)[]): readonly [high: number, low: number] {
  const text = JSON.stringify(parts);
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    a = Math.imul(a ^ text.charCodeAt(at), 0x9e3779b1);
    b = Math.imul(b ^ text.charCodeAt(at), 0x5f356495);
  }
  const high = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  return [high, Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35)];
}

/** A hash as 16 hexadecimal digits. */
export function hexHash(parts: readonly (string | number)[]): string {
  const [high, low] = hash(parts);
  return hex32(high) + hex32(low);
}

/** Eight hexadecimal digits of 32 bits, most significant first. */
function hex32(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}

/** The tag of a request: 16 hexadecimal digits from its fields (unknown ones don't count) and the scope. */
export function requestTag({ seed, sandbox }: IdScope, request: RateRequest): string {
  const { product_type: product, weight, weight_unit: unit, delivery_type: delivery } = request;
  const parts = ['request', seed, sandbox, product, weight, unit, delivery];
  parts.push(...partsOf(request.sender), ...partsOf(request.receiver), request.box_dimension.length);
  for (const { length, width, height, weight: boxWeight, items } of request.box_dimension) {
    parts.push(length, width, height, boxWeight, items.length);
    for (const { name, quantity, unit_price: unitPrice } of items) parts.push(name, quantity, unitPrice);
  }
  return hexHash(parts);
}

function partsOf({ address, state, state_short_code: code, city, zip_code: zip, country_code }: Party) {
  return [address, state, code, city, zip, country_code];
}

/** The first part of a service's rate ids: "rate_" and its code in base64url. */
export function rateIdPrefix(serviceCode: string): string {
  return `rate_${Buffer.from(serviceCode).toString('base64url')}`;
}

/**
 * Writes a rate id: the service's prefix, ".", then in hexadecimal charge (8), request tag (16), mark (16).
 *
 * @param chargeCents below 2^32
 */
export function writeRateId({ seed, sandbox }: IdScope, prefix: string, chargeCents: number, tag: string) {
  const quote = `${prefix}.${hex32(chargeCents)}${tag}`;
  return quote + hexHash(['rate', seed, sandbox, quote]);
}

/** Reads an id that `writeRateId` wrote in the same scope; undefined for any other text. */
export function readRateId(scope: IdScope, id: string): QuotedRate | undefined {
  const parts = /^(rate_([\w-]{1,120}))\.([0-9a-f]{8})([0-9a-f]{16})[0-9a-f]{16}$/.exec(id);
  if (parts === null) return undefined;
  const [, prefix = '', code = '', charge = '', tag = ''] = parts;
  const chargeCents = Number.parseInt(charge, 16);
  if (writeRateId(scope, prefix, chargeCents, tag) !== id) return undefined;
  return { serviceCode: Buffer.from(code, 'base64url').toString(), chargeCents, requestTag: tag };
}
