/** Text in the lines of a body, and what a line stands for. */
import { valueAt } from '../../../contract/json-pointer.js';
import type { BodyLine } from './body-lines.js';

/** The indexes of lines that contain a text, in any case of its letters. @param search nothing is found for an empty one */
export function foundLines(lines: readonly BodyLine[], search: string): readonly number[] {
  if (search === '') return [];
  const wanted = search.toLowerCase();
  return lines.flatMap(({ tokens }, index) => {
    const text = tokens.map((token) => token.text).join('');
    return text.toLowerCase().includes(wanted) ? [index] : [];
  });
}

/** The found line after another one, or before it; the first follows the last. */
export function nextFound(
  found: readonly number[],
  from: number | undefined,
  step: 1 | -1,
): number | undefined {
  if (from === undefined) return found.at(step === 1 ? 0 : -1);
  return step === 1
    ? (found.find((line) => line > from) ?? found[0])
    : (found.findLast((line) => line < from) ?? found.at(-1));
}

/** A text in pieces: every second one is what was searched for. */
export function pieces(text: string, search: string): readonly string[] {
  if (search === '') return [text];
  const [lower, wanted] = [text.toLowerCase(), search.toLowerCase()];
  // A letter whose lower case is longer would shift what follows.
  if (lower.length !== text.length) return [text];
  const parts: string[] = [];
  let from = 0;
  for (let at = lower.indexOf(wanted); at !== -1; at = lower.indexOf(wanted, from)) {
    parts.push(text.slice(from, at), text.slice(at, at + wanted.length));
    from = at + wanted.length;
  }
  return [...parts, text.slice(from)];
}

/** A value of a body as it is pasted elsewhere: a text without quotes, anything else as JSON. */
export function valueText(json: unknown, pointer: string): string {
  const value = valueAt(json, pointer);
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
