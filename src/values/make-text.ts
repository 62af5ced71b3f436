import { randomElement, randomInteger, type Random } from '../contract/seeded-random.js';
import { lengthOf } from './schema/json-values.js';
import type { Shape } from './schema/shape.js';
import { nothing, type At, type Fullness, type Maker } from './maker.js';
import { formatText, resized } from './text/format-text.js';
import { nameText } from './text/name-text.js';
import { patternText } from './text/pattern-text.js';

const maxCharacters = 10_000;
const maxTries = 40;

/** Makes a text of a shape; undefined where none is found. */
export function makeText(maker: Maker, shape: Shape, at: At): string | undefined {
  if (shape.minLength > Math.min(shape.maxLength, maxCharacters)) return nothing;
  const fits = (text: string): boolean =>
    lengthOf(text) >= shape.minLength &&
    lengthOf(text) <= shape.maxLength &&
    shape.patterns.every((pattern) => maker.evaluator.matches(pattern, text)) &&
    shape.formats.every((format) => maker.evaluator.hasFormat(format, text));
  for (let tries = 0; tries < maxTries; tries += 1) {
    const text = candidate(maker, shape, at, tries);
    if (text !== undefined && fits(text)) return text;
  }
  return nothing;
}

/** A text that the format or the name of the property suggests, then one that its pattern describes. */
function candidate(maker: Maker, shape: Shape, at: At, tries: number): string | undefined {
  const { random } = maker;
  const pattern = shape.patterns[tries % Math.max(1, shape.patterns.length)];
  const isMeant = tries < 2 || pattern === undefined;
  if (isMeant) {
    const [format] = shape.formats;
    const formatted = format === undefined ? undefined : formatText(format, random, at);
    if (formatted !== undefined && format !== undefined)
      return tries === 0 ? formatted : resized(format, formatted, shape, tries);
    if (shape.contentEncoding === 'base64') return fitted(shape, 'RHJ5ZG9jaw==');
    if (maker.fullness !== undefined) return oddText(maker.fullness, shape, random);
    return fitted(shape, nameText(at.name, random, at.ordinal));
  }
  const max = Math.min(shape.maxLength, maxCharacters);
  const text = patternText(pattern, random, Math.max(shape.minLength, tries >> 2), max);
  // The text may go on where a pattern doesn't say how it ends.
  return tries % 3 === 2 && text !== undefined ? fitted(shape, text) : text;
}

/** Letters of several scripts, so that lengths in characters, in UTF-16 and in bytes differ. */
const letters = Array.from('abcdefghij XYZ 0189 äéîøß żč Ωλ Жи বাং 漢字 👕');

/** An unlikely text of an allowed length; where the schema says none, up to 30 characters more than it must have. */
function oddText(fullness: Fullness, { minLength, maxLength }: Shape, random: Random): string {
  const shortest = Math.min(Math.max(minLength, 1), maxLength);
  if (fullness === 'minimal') return 'a'.repeat(shortest);
  const longest = Math.min(maxLength, shortest + 30);
  const length = fullness === 'maximal' ? longest : randomInteger(random, shortest, longest);
  return Array.from({ length }, () => randomElement(random, letters)).join('');
}

/** The text, longer or shorter as it must be. */
function fitted({ minLength, maxLength }: Shape, text: string): string {
  const length = lengthOf(text);
  if (length > maxLength) return text.slice(0, maxLength).trimEnd().padEnd(minLength, 'x');
  if (length >= minLength) return text;
  const filler = `${text === '' ? 'x' : text} `;
  const filled = text + filler.repeat(Math.ceil((minLength - length) / filler.length));
  return filled.slice(0, minLength).replace(/ $/, 'x');
}
