import { parsePrefer } from '../../scenarios/choosing/preferred-scenarios.js';

/** Preferences that the mock alone knows. */
const ownPreference =
  /(?:^|[,;])[ \t]*(?:code|example|dynamic)[ \t]*(?:=[ \t]*(?:"(?:[^"\\]|\\.)*"|[^\s,;"]*))?[ \t]*(?=[,;]|$)/gi;

/** Tells whether a field of a request speaks to Drydock and is no business of the target. @param lower its name in lower case */
export function isOwnField(lower: string): boolean {
  return lower.startsWith('x-mock-');
}

/** A Prefer field without what speaks to Drydock: undefined where nothing else is in it, and the same text where nothing was. */
export function foreignPreferences(value: string): string | undefined {
  if (parsePrefer(value) === undefined && !/\bdynamic\b/i.test(value)) return value;
  const rest = value.replace(ownPreference, '').replace(/^[ \t]*[,;][ \t]*/, '');
  return rest.trim() === '' ? undefined : rest;
}

/** Tells whether a CORS preflight asks for fields that speak to Drydock, which no target would allow. */
export function asksForOwnFields(requested: string | undefined): boolean {
  return (requested ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .some((name) => isOwnField(name) || name === 'prefer');
}
