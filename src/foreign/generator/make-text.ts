import { lengthOf } from './schema/json-values.js';
import type { Shape } from './schema/shape.js';
import { nothing } from './maker.js';
import type { At, Maker } from './maker.js';
import { formatText, resized } from './text/format-text.js';
import { nameText } from './text/name-text.js';
import { patternText } from './text/pattern-text.js';

const mostCharacters = 10_000;
const mostTries = 40;

/** Makes a text of a shape; undefined where none is found. */
export function makeText(maker: Maker, shape: Shape, at: At): string | undefined {
  if (shape.minLength > Math.min(shape.maxLength, mostCharacters)) return nothing;
  const fits = (text: string): boolean =>
    hasLength(shape, text) &&
    shape.patterns.every((pattern) => maker.matches(pattern, text)) &&
    shape.formats.every((format) => maker.hasFormat(format, text));
  for (let tries = 0; tries < mostTries; tries += 1) {
    const text = candidate(maker, shape, at, tries);
    if (text !== undefined && fits(text)) return text;
  }
  return nothing;
}

function hasLength({ minLength, maxLength }: Shape, text: string): boolean {
  const length = lengthOf(text);
  return length >= minLength && length <= maxLength;
}

/** What the format or the name of the property suggests, then what its pattern describes. */
function candidate(maker: Maker, shape: Shape, at: At, tries: number): string | undefined {
  const { random } = maker;
  const pattern = shape.patterns[tries % Math.max(1, shape.patterns.length)];
  const isMeant = tries < 2 || pattern === undefined;
  if (isMeant) {
    const [format] = shape.formats;
    const formatted = format === undefined ? undefined : formatText(format, random, at);
    if (formatted !== undefined && format !== undefined)
      return tries === 0 ? formatted : resized(format, formatted, shape, tries);
    const text = shape.contentEncoding === 'base64' ? 'RHJ5ZG9jaw==' : nameText(at.name, random, at.ordinal);
    return fitted(shape, text);
  }
  const most = Math.min(shape.maxLength, mostCharacters);
  const text = patternText(pattern, random, Math.max(shape.minLength, tries >> 2), most);
  // Where a pattern doesn't say how a text ends, it may go on.
  return tries % 3 === 2 && text !== undefined ? fitted(shape, text) : text;
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
