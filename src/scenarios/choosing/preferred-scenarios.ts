import { nearest } from '../../contract/nearest-names.js';
import type { Operation } from '../../contract/operations.js';
import { exampleNames, mayAnswer } from '../forced-answer.js';
import type { ScenarioCatalogue } from '../scenario-catalogue.js';
import { listed, selection, unusable, type Selection, type UnusableChoice } from './selection.js';

/**
 * The scenario that preferences ask for; undefined where there are none.
 *
 * @param operation undefined for an unknown path or method, where a status means nothing
 */
export function preferredScenarios(
  catalogue: ScenarioCatalogue,
  preferences: Preferences | undefined,
  operation: Operation | undefined,
): Selection | UnusableChoice | undefined {
  if (!preferences) return undefined;
  const { code, example, dynamic } = preferences;
  if (!operation || (code === undefined && example === undefined))
    return dynamic ? selection([], dynamic) : undefined;
  const status = preferredStatus(catalogue, preferences, operation);
  if (typeof status !== 'number') return status;
  const scenario = catalogue.preferred(operation, status, example);
  if (scenario) return selection([scenario], dynamic);
  return selection([], dynamic, status);
}

/** The status that Prefer means; without a code that of the example, success before errors. */
function preferredStatus(
  { contract }: ScenarioCatalogue,
  { code, example, place }: Preferences,
  operation: Operation,
): number | UnusableChoice {
  const known = [...operation.responses.keys()];
  if (code !== undefined && (!/^[1-5]\d\d$/.test(code) || !mayAnswer(operation, Number(code)))) {
    const text = `${place}code=${code.slice(0, 60)} is not a status that the document has for ${operation.id}`;
    return unusable(`${text}; it has ${listed(known)}`);
  }
  if (example === undefined) return Number(code);
  const statuses = code === undefined ? known.filter((key) => /^\d+$/.test(key)).map(Number) : [Number(code)];
  const found = statuses.find((status) => exampleNames(contract, operation, status).includes(example));
  if (found !== undefined) return found;
  const names = [...new Set(statuses.flatMap((status) => exampleNames(contract, operation, status)))];
  const near = nearest(example, names, 5);
  const hint = near.length > 0 ? `did you mean ${listed(near)}?` : `it has ${listed(names) || 'none'}`;
  const where = code === undefined ? operation.id : `${code} of ${operation.id}`;
  return unusable(
    `${place}example=${example.slice(0, 60)} is not an example that the document has for ${where}; ${hint}`,
  );
}

/** A client's preferences for a response, in the words that clients of Prism use. */
export interface Preferences {
  /** Prefix of the name of a preference, such as `Prefer: `. */
  readonly place: string;
  /** As it was sent: digits or not. */
  readonly code: string | undefined;
  readonly example: string | undefined;
  /** `dynamic=true`: a body made from the schema where the operation has no handler. */
  readonly dynamic: boolean;
}

/**
 * Reads a Prefer header (RFC 7240): preferences between commas, parameters after semicolons, values quoted or not,
 * names in any case. As Prism's clients write `code=404; example=x` as often as `code=404, example=x`, parameters
 * count as preferences. The first of a name wins; everything else in the header is ignored, as the RFC wants.
 *
 * @param header several Prefer lines joined by commas, as node:http does
 */
export function parsePrefer(header: string): Preferences | undefined {
  const found = new Map<string, string>();
  for (const [, name = '', quoted, plain] of header.matchAll(preference)) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '');
  }
  return preferencesFrom('Prefer: ', (name) => found.get(name));
}

/** Reads the preferences of a query: `__code`, `__example` and `__dynamic`; the first of a name wins. */
export function preferencesInQuery(query: string): Preferences | undefined {
  if (!query.includes('__')) return undefined;
  const parameters = new URLSearchParams(query);
  return preferencesFrom('__', (name) => parameters.get(`__${name}`) ?? undefined);
}

function preferencesFrom(
  place: string,
  valueOf: (name: string) => string | undefined,
): Preferences | undefined {
  const [code, example] = [valueOf('code'), valueOf('example')];
  const dynamic = valueOf('dynamic')?.toLowerCase() === 'true';
  const isEmpty = code === undefined && example === undefined && !dynamic;
  return isEmpty ? undefined : { place, code, example, dynamic };
}

/** A token, and after `=` a quoted text or a run without separators; white space is allowed around `=`. */
const preference = /([!#$%&'*+.^_`|~\w-]+)(?:[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s,;"]*)))?/g;
