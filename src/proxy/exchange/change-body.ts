/** Changes of a target's body by a scenario: on the decoded body, which is encoded again and described anew. */
import { promisify } from 'node:util';
import { brotliCompress, deflate, gzip } from 'node:zlib';
import { BodyDecoder } from '../../conformance/target/decode-body.js';
import { isJsonMediaType } from '../../contract/operations.js';
import type { PlannedScenario } from '../../mock/scenarios/change-response.js';
import { applyPatches } from '../../scenarios/apply-patches.js';
import { sentByFault } from '../../scenarios/faults/sent-by-fault.js';
import { fieldOf, withoutFields } from '../headers/end-to-end.js';
import type { Arrived } from './forwarding.js';

/** A body with the fields that describe it. */
export interface ChangedBody {
  readonly fields: readonly string[];
  readonly body: Buffer;
  /** True if a fault of the connection changed nothing but these bytes, so that they are to be sent in order. */
  readonly isBroken: boolean;
}

/** Fields that are about the bytes that the target sent (RFC 9110 sections 8.8 and 14, RFC 9530). */
const aboutBytes = [
  ...['content-length', 'etag', 'last-modified', 'content-md5', 'digest', 'content-digest', 'repr-digest'],
  ...['content-range', 'accept-ranges'],
];

/** Tells whether a scenario may change the bytes of a body. */
export function mayChangeBody({ effect }: PlannedScenario): boolean {
  return effect.fault !== undefined || effect.patches.length > 0;
}

/** The fields of a request without those by which its answer may be no body, or a part of one (RFC 9110 sections 13 and 14.2). */
export function withoutConditions(fields: readonly string[]): readonly string[] {
  return withoutFields(fields, 'if-none-match', 'if-modified-since', 'if-range', 'range');
}

/** A body of the target after a scenario's patches, and after a fault that breaks nothing but the body. */
export async function changeBody(
  { head, fields }: Arrived,
  isHead: boolean,
  body: Buffer,
  { effect }: PlannedScenario,
): Promise<ChangedBody> {
  const unchanged = { fields, body, isBroken: false };
  const isJson = isJsonMediaType(fieldOf(fields, 'content-type') ?? '');
  const patches = head.status < 300 && isJson ? effect.patches : [];
  if (isHead)
    return patches.length === 0 ? unchanged : { ...unchanged, fields: withoutFields(fields, ...aboutBytes) };
  const codings = codingsOf(fieldOf(fields, 'content-encoding'));
  const decoded = await new BodyDecoder().decode(body, codings.join(','));
  const encoded = codings.every((coding) => encoders[coding]);
  if (decoded.problem !== undefined || decoded.notRead !== undefined || !encoded) return unchanged;
  const patched = patches.length > 0 && body.length > 0 ? patch(decoded.body, effect) : decoded.body;
  const broken = effect.fault && (await brokenBody(effect.fault, patched));
  const bytes = broken ?? patched;
  if (bytes === decoded.body) return unchanged;
  let coded = bytes;
  for (const coding of codings) coded = (await encoders[coding]?.(coded)) ?? coded;
  const described = [...withoutFields(fields, ...aboutBytes), 'Content-Length', String(coded.length)];
  return { fields: described, body: coded, isBroken: broken !== undefined };
}

/** A body that is no JSON after all comes back as it is. */
function patch(body: Buffer, { patches }: PlannedScenario['effect']): Buffer {
  let json: unknown;
  try {
    json = JSON.parse(body.toString());
  } catch {
    return body;
  }
  const patched = applyPatches(json, patches);
  return Buffer.from(patched === undefined ? '' : JSON.stringify(patched));
}

/** The body as a fault breaks it; undefined for one that breaks the connection or its pace. */
async function brokenBody(
  fault: NonNullable<PlannedScenario['effect']['fault']>,
  body: Buffer,
): Promise<Buffer | undefined> {
  const { bytes, contentLength, end } = await sentByFault(fault, body);
  const isWhole = end === 'finished' && contentLength === bytes.length;
  return isWhole && !body.equals(bytes) ? Buffer.from(bytes) : undefined;
}

const encoders: Readonly<Record<string, (body: Buffer) => Promise<Buffer>>> = {
  gzip: promisify(gzip),
  'x-gzip': promisify(gzip),
  deflate: promisify(deflate),
  br: promisify<Buffer, Buffer>(brotliCompress),
};

/** In the order in which they were applied. */
function codingsOf(encoding = ''): string[] {
  const codings = encoding.split(',').map((coding) => coding.trim().toLowerCase());
  return codings.filter((coding) => coding !== '' && coding !== 'identity');
}
