import { randomInt, randomUUID } from 'node:crypto';
import { toPointer, valueAt } from '../../contract/json-pointer.js';
import { isObject } from '../../contract/schema/json-equal.js';
import { jsonOf } from '../target/json-body.js';
import type { Case } from './case.js';
import { changed, valuesIn } from './generate/body-nodes.js';
import type { Planner } from './planner.js';
import { withBody, type RequestParts } from './request.js';
import { changedText } from './things/changed-text.js';

/** Letters and digits at the end of a text that are others in the copy. A text that has fewer than five is no name or number, unless it is of three digits or more. */
const exchanged = { most: 6, least: 5 };
const attempts = 4;

/**
 * The request with other texts for those of the valid body, of the same form: names, addresses and numbers in digits that
 * a target may keep unique. Codes of four characters or fewer that have letters, times and the ids of other things stay, and so does what is wrong or odd
 * on purpose.
 *
 * @returns undefined where the document has no 409 for the operation, or no text can be another
 */
export function withOtherTexts(
  planner: Planner,
  { operation, problems }: Pick<Case, 'operation' | 'problems'>,
  request: RequestParts,
): RequestParts | undefined {
  if (!['post', 'put', 'patch'].includes(operation?.method ?? '')) return undefined;
  if (operation?.responses.has('409') !== true) return undefined;
  const valid = planner.body(operation);
  const body = jsonOf(request.body);
  if (!isObject(valid) || !isObject(body)) return undefined;
  const isWrong = (pointer: string): boolean =>
    problems.some((problem) => pointer === problem.pointer || pointer.startsWith(`${problem.pointer}/`));
  const others = [...valuesIn(body)].flatMap(({ path, value: text }) => {
    if (typeof text !== 'string' || isIdOfAnother(String(path.at(-1)))) return [];
    const pointer = toPointer(path);
    const usual = valueAt(valid, pointer);
    if (typeof usual !== 'string' || formOf(usual) !== formOf(text) || isWrong(pointer)) return [];
    if (/^\d{4}-\d\d-\d\d/.test(text)) return [];
    const tried = Array.from({ length: attempts }, () => otherText(text));
    const other = tried.find((one) => one && planner.accepts(operation, changed(valid, path, one)));
    return other === undefined ? [] : [{ path, other }];
  });
  if (others.length === 0) return undefined;
  const fresh = others.reduce<unknown>((changing, { path, other }) => changed(changing, path, other), body);
  return withBody(request, changedText(String(request.body), body, fresh));
}

/** An id of the form that another one has, and that nobody has given out; undefined where it has too few letters and digits. */
export function otherId(id: unknown): string | number | undefined {
  if (typeof id === 'number') return 2_000_000_011;
  if (typeof id !== 'string') return undefined;
  if (uuid.test(id)) return randomUUID();
  return otherText(id);
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Names such as `bookId` and `book_id`; an `id` alone is the thing's own. */
export function isIdOfAnother(name: string): boolean {
  return /.(?:Id|ID|_ids?|Ids)$/.test(name);
}

const sets = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'];
const address = /^([^@.]+)(?:\.[a-z]{6})?(@.+)$/;

/** The form that a text and its other texts have in common. */
function formOf(text: string): string {
  return text
    .replace(address, '$1$2')
    .replaceAll(/[a-z]/g, 'a')
    .replaceAll(/[A-Z]/g, 'A')
    .replaceAll(/\d/g, '0');
}

/** A text of the same form: other letters and digits at its end, six letters more before the @ of an e-mail address. */
function otherText(text: string): string | undefined {
  const [, name, domain] = address.exec(text) ?? [];
  if (name !== undefined && domain !== undefined) return `${name}.${otherText('aaaaaa') ?? ''}${domain}`;
  let left = exchanged.most;
  const other = Array.from(text)
    .reverse()
    .map((character) => {
      const set = sets.find((one) => one.includes(character));
      if (set === undefined || left === 0) return character;
      left -= 1;
      return set.charAt(randomInt(set.length));
    });
  const least = /^\d{3,}$/.test(text) ? 1 : exchanged.least;
  return left > exchanged.most - least ? undefined : other.reverse().join('');
}
