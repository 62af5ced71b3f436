/**
 * Texts without the secrets in them. A text is read in every way in which it can be decoded, and wherever a reading has eight
 * consecutive characters of a secret, or five from its first one on, in any case, what stands there in the
 * text is replaced. So the spelling doesn't matter, nor what stands around a secret or where it was cut. Secrets of other exchanges,
 * of which the process has digests alone, are replaced where they stand whole.
 */
import { base64Forms } from './base64-forms.js';
import { decodeBase64, isOfBase64 } from './decode-base64.js';
import { decodeEscapes, decodeHex, isHexSeparator } from './decode-escapes.js';
import { codesOf, excerpt, indexAt, type Reading } from './reading.js';
import { SecretFinder, shortestDecodedRun, shortestRun, type Span } from './secret-finder.js';
import { registeredSecrets, shortestRegistered } from './secret-register.js';

/** Number of times that a text is decoded: base64 of JSON in JSON takes three steps. */
const maxSteps = 4;

/** More characters of a text than eight of a secret take up in any spelling. */
export const lookahead = 192;

const rememberedCharacters = 300;
const rememberedTexts = 1000;

export class Redactor {
  private readonly finder: SecretFinder;
  /** Short texts that were looked at before: headers and titles come again and again. */
  private readonly seen = new Map<string, string>();
  /** Bytes that must be decoded from a run of characters for something to be found in them. */
  private readonly least: number;
  private readonly hasNone: boolean;
  /** The version of the register when `seen` was begun. */
  private version = 0;

  /**
   * @param secrets those of fewer than eight characters are found as whole words, those of fewer than four nowhere
   * @param isOrdinary whether a text, in lower case, is public although a secret has it too, such as a word of the document
   * @param register of secrets that other exchanges had
   */
  constructor(
    secrets: Iterable<string>,
    private readonly isOrdinary: (text: string) => boolean = () => false,
    private readonly register = registeredSecrets,
  ) {
    const all = [...new Set(secrets)].filter((secret) => secret !== '');
    this.hasNone = all.length === 0;
    this.least = this.hasNone
      ? shortestRegistered
      : all.reduce((least, { length }) => Math.max(4, Math.min(least, length)), shortestDecodedRun);
    this.finder = new SecretFinder(isOrdinary);
    for (const secret of all) {
      this.finder.add(secret);
      // Base64 whose case was changed can't be decoded.
      if (secret.length >= shortestRun) for (const form of base64Forms(secret)) this.finder.addSpelling(form);
    }
  }

  /** Increases when more is masked than before. */
  get registeredCount(): number {
    return this.register.version;
  }

  private get isEmpty(): boolean {
    return this.hasNone && this.register.isEmpty;
  }

  /**
   * The text with `***` in the place of secrets, behind the first characters of one that begins there.
   *
   * @param end where to cut the text; what stands behind is read, so that a secret across the end is recognized
   */
  text(text: string, end = text.length): string {
    if (this.isEmpty) return text.slice(0, end);
    if (text.length > rememberedCharacters || end < text.length) return this.redacted(text, end);
    if (this.version !== this.register.version) {
      this.seen.clear();
      this.version = this.register.version;
    }
    let shown = this.seen.get(text);
    if (shown === undefined) {
      shown = this.redacted(text, end);
      if (this.seen.size >= rememberedTexts) this.seen.clear();
      this.seen.set(text, shown);
    }
    return shown;
  }

  /** The bytes of a text with `*` for each byte of a secret; the same object where there is none. */
  bytes(bytes: Uint8Array): Uint8Array {
    const spans = this.isEmpty ? [] : this.spans(Uint16Array.from(bytes));
    if (spans.length === 0) return bytes;
    const shown = Uint8Array.from(bytes);
    for (const { start, end, kept } of spans) shown.fill(asterisk, start + kept, end);
    return shown;
  }

  /**
   * Makes a test whether a part of a text is shown as it is. It looks in each reading at what is around the part: as much as a
   * secret takes up, and all that may be decoded together with the part.
   */
  shownParts(bytes: Uint8Array): (start: number, end: number) => boolean {
    if (this.isEmpty) return () => true;
    const layers = escapeLayers({ codes: new Uint16Array(bytes), decoded: undefined });
    return (start, end) => !layers.some((layer, depth) => this.hides(layer, start, end, maxSteps - depth));
  }

  /** Tells whether a secret covers a part of the text, as a reading has it. */
  private hides(layer: Reading, start: number, end: number, steps: number): boolean {
    const [first, last] = [indexAt(layer, start + 1) - 1, indexAt(layer, end)];
    const reach = Math.max(this.register.longestForm, shortestRun);
    const from = Math.max(0, first - reach);
    const found: Span[] = [];
    this.find(excerpt(layer, from, last + reach), found);
    const covers = (offset: number) => (span: Span) => offset + span.end > start && offset + span.start < end;
    const isOfText = layer.decoded === undefined;
    if (found.some(covers(isOfText ? from : 0))) return true;
    if (steps === 0) return false;
    const [wideFrom, wideEnd] = widened(layer.codes, first, last);
    const wide = excerpt(layer, wideFrom, wideEnd);
    const decoded: Span[] = [];
    for (const reading of decodeRuns(wide, this.least)) this.search(reading, steps - 1, decoded);
    return decoded.some(covers(isOfText ? wideFrom : 0));
  }

  private redacted(text: string, end: number): string {
    const read = text.length > end + lookahead ? text.slice(0, end + lookahead) : text;
    let shown = '';
    let from = 0;
    for (const { start, end: behind, kept } of this.spans(codesOf(read))) {
      if (start >= end) break;
      shown += `${read.slice(from, start + kept)}***`;
      from = behind;
    }
    return from === 0 ? read.slice(0, end) : shown + read.slice(from, Math.max(from, end));
  }

  private spans(codes: Uint16Array): Span[] {
    const found: Span[] = [];
    this.search({ codes, decoded: undefined }, maxSteps, found);
    return merged(found);
  }

  private search(reading: Reading, steps: number, found: Span[]): void {
    this.find(reading, found);
    if (steps === 0) return;
    for (const decoded of decodings(reading, this.least)) this.search(decoded, steps - 1, found);
  }

  private find(reading: Reading, found: Span[]): void {
    if (!this.hasNone) this.finder.find(reading, found);
    this.register.find(reading, found, this.isOrdinary);
  }
}

const asterisk = 0x2a;

/** A part of a text and what may be decoded together with it: characters of base64, and pairs of hexadecimal digits. */
function widened(codes: Uint16Array, start: number, end: number): readonly [start: number, end: number] {
  let [from, to] = [start, end];
  while (from > 0 && mayBeEncoded(codes[from - 1])) from -= 1;
  while (to < codes.length && mayBeEncoded(codes[to])) to += 1;
  return [from, to];
}

function mayBeEncoded(code: number | undefined): boolean {
  return code !== undefined && (isOfBase64(code) || isHexSeparator(code));
}

/** A text, the same with its escapes decoded, and so on. */
function escapeLayers(text: Reading): Reading[] {
  const layers = [text];
  for (let layer = decodeEscapes(text); layer && layers.length <= maxSteps; layer = decodeEscapes(layer))
    layers.push(layer);
  return layers;
}

/** One after another: those of a text of a megabyte would take a hundred together. */
function* decodings(reading: Reading, least: number): Generator<Reading, undefined> {
  const unescaped = decodeEscapes(reading);
  if (unescaped) yield unescaped;
  yield* decodeRuns(reading, least);
}

function* decodeRuns(reading: Reading, least: number): Generator<Reading, undefined> {
  yield* decodeHex(reading, least);
  yield* decodeBase64(reading, least);
}

/** In order, those that overlap as one. */
function merged(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.kept - a.kept)) {
    const before = all.at(-1);
    if (before && span.start < before.end)
      all[all.length - 1] = { ...before, end: Math.max(before.end, span.end) };
    else all.push(span);
  }
  return all;
}
