import type { MediaTypeObject, ResponseObject } from '../contract/openapi.js';
import {
  covers,
  essenceOf,
  partsOfMediaType,
  responseFor,
  type Located,
  type Operation,
} from '../contract/operations.js';

export interface ChosenResponse {
  readonly status: number;
  readonly response: Located<ResponseObject>;
}

/**
 * The response that answers a valid request: the lowest success, what is documented by default, a redirect, else the lowest
 * of whatever is documented. Undefined where the operation documents none.
 *
 * @param wanted a status that the client prefers
 */
export function chooseResponse(operation: Operation, wanted?: number): ChosenResponse | undefined {
  const preferred = wanted === undefined ? undefined : responseFor(operation, wanted);
  if (wanted !== undefined && preferred) return { status: wanted, response: preferred };
  const codes = [...operation.responses.keys()].sort();
  const code =
    codes.find((one) => /^2\d\d$/.test(one)) ??
    codes.find((one) => /^2XX$/i.test(one)) ??
    codes.find((one) => /^3(0[123578]|XX)$/i.test(one)) ??
    codes.find((one) => one === 'default') ??
    codes.find((one) => /^[345](\d\d|XX)$/i.test(one));
  const response = code === undefined ? undefined : operation.responses.get(code);
  return code === undefined || !response ? undefined : { status: statusOf(code), response };
}

/** `2XX` is 200, and so is `default`, beside which no success is documented. */
function statusOf(code: string): number {
  return code === 'default' ? 200 : Number(code.replace(/XX$/i, code.startsWith('3') ? '02' : '00'));
}

/** A media type as the document writes it, and as the response says it. */
export interface ChosenMediaType {
  readonly documented: string;
  readonly sent: string;
}

/**
 * The media type that the client accepts best; of equal ones JSON, then the first documented. Where it accepts none it gets
 * what there is (RFC 9110 section 12.5.1 leaves that to the server).
 *
 * @param accept the Accept header
 */
export function chooseMediaType(
  content: Record<string, MediaTypeObject> | undefined,
  accept: string | undefined,
): ChosenMediaType | undefined {
  const documented = Object.keys(content ?? {}).sort((a, b) => plainness(a) - plainness(b));
  const ranges = rangesOf(accept);
  let best: (Range & { readonly name: string; readonly isExact: boolean }) | undefined;
  for (const name of documented) {
    const [essence, ofName] = partsOfMediaType(name);
    const range = qualityOf(essence, ofName, ranges);
    const isExact = range.parameters === ofName;
    const isBetter = !best || range.quality > best.quality;
    // Of several of one name, that with the parameters which the client names.
    if (
      isBetter ||
      (range.quality === best?.quality && best.range === range.range && isExact && !best.isExact)
    )
      best = { ...range, name, isExact };
  }
  return best && { documented: best.name, sent: concrete(best.name, best.range, content?.[best.name]) };
}

/** Tells whether the client accepts any of the documented media types (RFC 9110 section 12.5.1). @param accept the Accept header */
export function isAcceptable(content: Record<string, MediaTypeObject>, accept: string | undefined): boolean {
  const ranges = rangesOf(accept);
  return Object.keys(content).some((name) => qualityOf(...partsOfMediaType(name), ranges).quality > 0);
}

/** JSON comes first, then what a program reads, ranges last. */
function plainness(name: string): number {
  const essence = essenceOf(name);
  if (essence === 'application/json') return 0;
  if (essence.endsWith('json')) return 1;
  return essence.includes('*') ? 3 : 2;
}

interface Range {
  readonly range: string;
  readonly parameters: string;
  readonly quality: number;
}

const anything: readonly Range[] = [{ range: '*/*', parameters: '', quality: 1 }];

function rangesOf(accept: string | undefined): readonly Range[] {
  if (accept === undefined || accept.trim() === '') return anything;
  return accept
    .slice(0, 2_000)
    .split(',')
    .map((part) => {
      const [range, parameters] = partsOfMediaType(part);
      const quality = /;\s*q=([^;\s]*)/i.exec(part)?.[1];
      return { range, parameters, quality: quality === undefined ? 1 : Number(quality) || 0 };
    });
}

/** The quality that the most specific range gives a media type; below 0 where none covers it. */
function qualityOf(essence: string, parameters: string, ranges: readonly Range[]): Range {
  const specificity = (one: Range): number => {
    const own = one.parameters === parameters ? 1 : 0;
    if (one.range === '*/*') return own;
    return (one.range.endsWith('/*') ? 2 : 4) + own;
  };
  const [best] = ranges
    .filter(({ range }) => fits(range, essence))
    .sort((a, b) => specificity(b) - specificity(a));
  return best ?? { range: '', parameters: '', quality: -1 };
}

function fits(range: string, essence: string): boolean {
  // A documented range holds whatever the client names in it.
  return covers(range, essence) || essence === '*' || covers(essence, range);
}

const usual: Readonly<Record<string, string>> = {
  'text/*': 'text/plain',
  'image/*': 'image/png',
  'audio/*': 'audio/mpeg',
  'video/*': 'video/mp4',
  'font/*': 'font/woff2',
  'application/*': 'application/json',
};

/** A media type that can stand in a header: where the document has a range, what the client names in it or what is usual. */
function concrete(name: string, range: string, media: MediaTypeObject | undefined): string {
  const essence = essenceOf(name);
  if (!essence.includes('*') && /^[\w.+!#$&^-]+\/[\w.+!#$&^-]+$/.test(essence)) return withoutNoise(name);
  if (/^[\w.+-]+\/[\w.+-]+$/.test(range)) return range;
  const { type, format } = typeof media?.schema === 'object' ? media.schema : {};
  const meant =
    type !== 'string' ? undefined : format === 'binary' ? 'application/octet-stream' : 'text/plain';
  if (meant !== undefined && fits(essence, meant)) return meant;
  return usual[essence] ?? 'application/json';
}

/** Parameters that a header can't hold are left out. */
function withoutNoise(name: string): string {
  const plain = name.trim().replace(/[\s;]+$/, '');
  return /^[\x20-\x7e]+$/.test(plain) ? plain : essenceOf(plain);
}

/**
 * The Accept header as far as the document can satisfy it; undefined where no response of the operation has such a media type.
 * Then any of them is sent, for a server may disregard the header (RFC 9110 section 12.5.1), and clients often ask for vendor
 * types that documents don't mention.
 */
export function satisfiableAccept(accept: string | undefined, { responses }: Operation): string | undefined {
  if (accept === undefined || accept === '*/*') return undefined;
  const ranges = accept.split(',').map(essenceOf);
  const offered = [...responses.values()].flatMap(({ value }) =>
    Object.keys(value.content ?? {}).map(essenceOf),
  );
  return offered.some((type) => ranges.some((range) => fits(range, type))) ? accept : undefined;
}
