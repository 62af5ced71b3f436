import { isObject } from '../contract/schema/json-equal.js';

/** Parts of names of two fields of which the first has the lower value, such as `check_in` and `check_out`. */
const pairs: readonly (readonly [string, string])[] = [
  ['start', 'end'],
  ['begin', 'end'],
  ['starts', 'ends'],
  ['from', 'to'],
  ['from', 'until'],
  ['since', 'until'],
  ['after', 'before'],
  ['in', 'out'],
  ['arrival', 'departure'],
  ['pickup', 'return'],
  ['pickup', 'dropoff'],
  ['issued', 'due'],
  ['opens', 'closes'],
  ['min', 'max'],
  ['minimum', 'maximum'],
  ['lower', 'upper'],
  ['low', 'high'],
  ['first', 'last'],
];
const day = 86_400_000;
/** Servers also refuse what lasts too long. */
const maxDays = 14;

/**
 * A copy in which fields that name the two ends of a range are in order: `checkOut` is a day later than `checkIn` where it was not later, or far later, and
 * numbers the wrong way round are exchanged. No schema says it, and servers refuse such requests.
 */
export function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => inOrder(one));
  if (!isObject(value)) return value;
  const ordered: Record<string, unknown> = Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, inOrder(child)]),
  );
  for (const [low, high] of rangesIn(Object.keys(ordered))) {
    const ends = orderedEnds(ordered[low], ordered[high]);
    if (ends) [ordered[low], ordered[high]] = ends;
  }
  return ordered;
}

/** The names of both ends of each range. */
function rangesIn(names: readonly string[]): (readonly [string, string])[] {
  const byWords = new Map(names.map((name) => [wordsOf(name).join(' '), name]));
  return names.flatMap((low) => {
    const words = wordsOf(low);
    return words.flatMap((word, index) =>
      pairs.flatMap(([first, second]): (readonly [string, string])[] => {
        const high = word === first ? byWords.get(words.with(index, second).join(' ')) : undefined;
        return high === undefined ? [] : [[low, high]];
      }),
    );
  });
}

/** Of `checkIn`, `check_in` or `check-in`: check and in. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_.-]+/);
}

function orderedEnds(low: unknown, high: unknown): [unknown, unknown] | undefined {
  if (typeof low === 'number' && typeof high === 'number') return low > high ? [high, low] : undefined;
  if (typeof low !== 'string' || typeof high !== 'string') return undefined;
  const [from, to] = [low, high].map((text) => (isTime(text) ? Date.parse(text) : NaN));
  if (from === undefined || to === undefined || Number.isNaN(to - from)) return undefined;
  if (to > from && to - from <= maxDays * day) return undefined;
  const later = new Date(from + day).toISOString();
  return [low, isDate(high) ? later.slice(0, 10) : later.replace('.000Z', 'Z')];
}

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text);
}

function isTime(text: string): boolean {
  return isDate(text) || /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text);
}
