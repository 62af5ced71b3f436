/** Lists of what is known and accepted for now, each entry with its reason and, where it has one, its last day. */
import * as yaml from 'yaml';
import { parseSource, SourceError } from './parse-source.js';
import { readBoundedFile } from './read-bounded-file.js';

const maxListBytes = 1_048_576;

/**
 * Reads a list, YAML or JSON: `[{NAME, reason, expires?}]`.
 *
 * @param name the field that says what an entry is about
 * @param optional further fields, texts
 * @throws Error naming the file, the entry and what is wrong with it
 */
export function readExpectedList<T>(file: string, name: string, optional: readonly string[] = []): T[] {
  const list = parsed(file, readBoundedFile(file, { maxBytes: maxListBytes, pipes: true }));
  const fields = [...[name, 'reason'], ...[...optional, 'expires'].map((one) => `${one}?`)].join(', ');
  if (!Array.isArray(list)) throw new Error(`${file}: must be a list of {${fields}}.`);
  return list.map((entry: unknown, index) => {
    check(entry, `${file}: entry ${index + 1}`, name, optional);
    return entry as T;
  });
}

function parsed(file: string, text: string): unknown {
  try {
    return parseSource(yaml, text).value;
  } catch (cause) {
    if (!(cause instanceof SourceError)) throw cause;
    throw new Error(`${file}:${cause.line}: ${cause.message}.`, { cause });
  }
}

function check(entry: unknown, where: string, name: string, optional: readonly string[]): void {
  if (typeof entry !== 'object' || entry === null) throw new Error(`${where} must be an object.`);
  const fields = entry as Record<string, unknown>;
  for (const field of Object.keys(fields))
    if (![name, 'reason', 'expires', ...optional].includes(field))
      throw new Error(`${where}: unknown field ${JSON.stringify(field)}.`);
  for (const field of [name, 'reason'])
    if (typeof fields[field] !== 'string' || fields[field] === '')
      throw new Error(`${where}: "${field}" must be a text.`);
  for (const field of optional)
    if (fields[field] !== undefined && typeof fields[field] !== 'string')
      throw new Error(`${where}: "${field}" must be a text.`);
  const { expires = '2026-12-31' } = fields;
  if (typeof expires !== 'string' || !isDay(expires))
    throw new Error(`${where}: "expires" must be a date such as 2026-12-31.`);
}

/** Tells whether a text is a day of the calendar, as YYYY-MM-DD. An entry until month 21 would be accepted all year. */
function isDay(text: string): boolean {
  const midnight = Date.parse(`${text}T00:00:00Z`);
  // Date.parse rolls 30 February over into March.
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) &&
    !Number.isNaN(midnight) &&
    new Date(midnight).toISOString().startsWith(text)
  );
}

/** @param now milliseconds since 1970 */
export function isExpired({ expires }: { readonly expires?: string }, now: number): boolean {
  return expires !== undefined && new Date(now).toISOString().slice(0, 10) > expires;
}
