import { fromPointer } from '../../contract/json-pointer.js';
import type { BodyProblem } from '../cases/case.js';

/** Parts of names that don't distinguish one field from another. */
const ambiguous = new Set(['code', 'type', 'id', 'is', 'of', 'the', 'value', 'data', 'list', 'short']);

/**
 * Returns whether texts name the field of a problem in any notation (`zip_code`, `zipCode`, `zip code`, `Zip-Code`), by a
 * distinctive part of the name ("invalid zip"), or by the invalid value.
 *
 * @param others names of other fields: where one has this name in it, such as `weight_unit`, it does not name `weight`
 */
export function namesField(
  texts: readonly string[],
  problem: BodyProblem,
  others: readonly string[] = [],
): boolean {
  const name = fromPointer(problem.pointer)
    .filter((segment) => !/^\d+$/.test(segment))
    .at(-1);
  if (name === undefined) return texts.some((one) => one.trim() !== '');
  const text = plain(withoutNames(texts.join('\n'), longer(name, others)));
  if (text.includes(plain(name))) return true;
  if (tokens(name).some((token) => text.includes(token) || text.includes(singular(token)))) return true;
  return texts.some((one) => shownForms(problem.value).some((shown) => contains(one, shown)));
}

/** The value as it is, and as JSON has it within quotes. */
function shownForms(value: unknown): string[] {
  if (value === undefined || (typeof value === 'object' && value !== null)) return [];
  const json = JSON.stringify(value);
  return typeof value === 'string' ? [value, json.slice(1, -1)] : [json];
}

/** Returns whether a text contains the value by itself, not inside another word or number. */
function contains(text: string, shown: string): boolean {
  if (shown === '') return /""|''/.test(text);
  const at = text.toLowerCase().indexOf(shown.toLowerCase());
  const around = [text[at - 1], text[at + shown.length]];
  return (
    at !== -1 && around.every((character) => character === undefined || !/[\p{L}\p{N}.]/u.test(character))
  );
}

/**
 * Returns whether texts name an element of an array by its index ("box_dimension[0].weight"), but not the problem's, counted from 0
 * or from 1. Texts without an index name none.
 */
export function pointsElsewhere(texts: readonly string[], problem: BodyProblem): boolean {
  const path = fromPointer(problem.pointer);
  return path.some((segment, position) => {
    const name = path[position - 1];
    if (!/^\d+$/.test(segment) || name === undefined || /^\d+$/.test(name)) return false;
    // `items[0]`, `items.0`, `items/0`, `items #1`; but `items: 3 are too many` names none.
    const pattern = new RegExp(`${escapedName(name)}[^\\w:=,;]{1,2}(\\d+)(?![\\d%])`, 'gi');
    const indexes = texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => Number(match[1])));
    return indexes.length > 0 && !indexes.includes(Number(segment)) && !indexes.includes(Number(segment) + 1);
  });
}

function escapedName(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

function tokens(name: string): string[] {
  const parts = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return parts.filter((part) => part.length >= 3 && !ambiguous.has(part));
}

function singular(token: string): string {
  return token.length > 3 && token.endsWith('s') ? token.slice(0, -1) : token;
}

function longer(name: string, others: readonly string[]): string[] {
  return others.filter((other) => other.length > name.length && other.split('_').includes(name));
}

/** The text without these names, in any notation. */
function withoutNames(text: string, names: readonly string[]): string {
  return names.reduce(
    (rest, name) =>
      rest.replace(new RegExp(`\\b${escapedName(name).replaceAll('_', '[_ -]?')}\\b`, 'gi'), ''),
    text,
  );
}

/** A place as errors write it: `sender.city`, `box_dimension[0].weight`, or one name in snake case. */
const place = /(?<![\w.\]])[a-z]\w*(?:(?:\[\d+\]|\.\w+)+|(?<=_[a-z]+))(?![\w[])/gi;

/**
 * Returns whether texts name another field instead of the problem's: `sender.city` for a city of the receiver, or `weight_unit`
 * for a weight whose value is shown. A place that has more or fewer levels than the problem's is the same.
 *
 * @param others names of all fields; a place with another name in it says nothing
 */
export function namesAnother(
  texts: readonly string[],
  problem: BodyProblem,
  others: readonly string[],
): boolean {
  const own = withoutIndexes(fromPointer(problem.pointer));
  if (own.length === 0) return false;
  const isNamed = (text: string): boolean => namesField([text], { ...problem, value: undefined }, others);
  const spaced = own.at(-1)?.includes('_') === true ? plain(own.join('')) : undefined;
  const isElsewhere = (text: string): boolean => {
    // Laravel writes "receiver.state short code": its first word is another field.
    if (spaced !== undefined && plain(text).replaceAll(/\d/g, '').includes(spaced)) return false;
    const places = (text.match(place) ?? [])
      .map((found) => withoutIndexes(found.split(/[.[\]]+/).filter(Boolean)))
      .filter(
        (names) => names.every((name) => others.includes(name)) && (names.length > 1 || !isNamed(text)),
      );
    return places.length > 0 && !places.some((names) => isWithin(names, own) || isWithin(own, names));
  };
  return texts.some(isElsewhere) && !texts.some((text) => isNamed(text) && !isElsewhere(text));
}

function withoutIndexes(path: readonly string[]): string[] {
  return path.filter((segment) => !/^\d+$/.test(segment));
}

function isWithin(part: readonly string[], whole: readonly string[]): boolean {
  return `.${whole.join('.')}.`.includes(`.${part.join('.')}.`);
}
