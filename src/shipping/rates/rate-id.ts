/**
 * A rate id describes itself and is signed: service code, charge and request can be read from it, and a mark keyed with
 * seed and sandbox shows whether it was quoted here. So nothing is stored for a quote, and an order needs only the id.
 * The key is as public as the seed; the mark catches wrong, altered and foreign ids, it doesn't keep a secret.
 */
import type { Item, Party, RateRequest } from '../types.js';
import { hex32, KeyedHash } from './keyed-hash.js';

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

/** The key of a scope, made once for each request. */
export interface IdKey {
  readonly k0: number;
  readonly k1: number;
}

/** The key of all ids of a scope. */
export function idKey({ seed, sandbox }: IdScope): IdKey {
  const hash = new KeyedHash(0x64727964, 0x6f636b21).number(seed).text(sandbox);
  const k0 = hash.finish();
  return { k0, k1: hash.more() };
}

/** A hash under a scope's key; `purpose` keeps ids of different kinds apart. */
export function scopedHash({ k0, k1 }: IdKey, purpose: number): KeyedHash {
  return new KeyedHash(k0, k1).word(purpose);
}

/** Purposes of `scopedHash`, one for each kind of id. */
export const idPurpose = { request: 1, rate: 2, order: 3, tracking: 4 } as const;

/** The tag of a request: 16 hexadecimal digits from its fields (unknown ones don't count) and the scope. */
export function requestTag(key: IdKey, request: RateRequest): string {
  const hash = scopedHash(key, idPurpose.request);
  hash
    .text(request.product_type)
    .text(request.weight_unit)
    .text(request.delivery_type)
    .number(request.weight);
  addParty(hash, request.sender);
  addParty(hash, request.receiver);
  hash.word(request.box_dimension.length);
  for (const { length, width, height, weight, items } of request.box_dimension) {
    hash.number(length).number(width).number(height).number(weight).word(items.length);
    for (const item of items) addItem(hash, item);
  }
  return hash.hex();
}

function addParty(hash: KeyedHash, party: Party): void {
  hash.text(party.address).text(party.state).text(party.state_short_code);
  hash.text(party.city).text(party.zip_code).text(party.country_code);
}

function addItem(hash: KeyedHash, { name, quantity, unit_price: unitPrice }: Item): void {
  hash.text(name).text(quantity).text(unitPrice);
}

/** The common part of a service's ids, made when its tariff is loaded: their prefix, and the hash of the code. */
export interface RateIdStem {
  readonly prefix: string;
  readonly hash: IdKey;
}

export function rateIdStem(serviceCode: string): RateIdStem {
  const hash = new KeyedHash(0, 0).text(serviceCode);
  const k0 = hash.finish();
  return {
    prefix: `rate_${Buffer.from(serviceCode).toString('base64url')}.`,
    hash: { k0, k1: hash.more() },
  };
}

/** The key of one request's rate ids, shared by all of them. */
export interface RequestKey extends IdKey {
  readonly tag: string;
}

/** The id of the request that rates were quoted for. */
export function requestIdOf({ tag }: RequestKey): string {
  return `req_${tag}`;
}

export function requestKey(key: IdKey, tag: string): RequestKey {
  const hash = scopedHash(key, idPurpose.rate).text(tag);
  const k0 = hash.finish();
  return { tag, k0, k1: hash.more() };
}

/**
 * Writes a rate id: "rate_" service code in base64url, ".", then in hexadecimal charge (8), request tag (16), mark (16).
 * @param chargeCents below 2^32
 */
export function writeRateId(request: RequestKey, service: RateIdStem, chargeCents: number): string {
  const { prefix, hash } = service;
  const mark = new KeyedHash(request.k0, request.k1)
    .word(hash.k0)
    .word(hash.k1)
    .word(chargeCents | 0);
  return prefix + hex32(chargeCents) + request.tag + hex32(mark.finish()) + hex32(mark.more());
}

/** Reads an id that `writeRateId` wrote in the same scope; undefined for any other text. */
export function readRateId(scope: IdScope, id: string): QuotedRate | undefined {
  const parts = /^rate_([\w-]{1,120})\.([0-9a-f]{8})([0-9a-f]{16})[0-9a-f]{16}$/.exec(id);
  if (parts === null) return undefined;
  const [, code = '', charge = '', tag = ''] = parts;
  const serviceCode = Buffer.from(code, 'base64url').toString();
  const chargeCents = Number.parseInt(charge, 16);
  const written = writeRateId(requestKey(idKey(scope), tag), rateIdStem(serviceCode), chargeCents);
  return written === id ? { serviceCode, chargeCents, requestTag: tag } : undefined;
}
