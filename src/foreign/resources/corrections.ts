import type { Contract } from '../../contract/contract.js';
import { OptionError } from '../../contract/option-error.js';
import { fromPointer, valueAt } from '../../contract/json-pointer.js';
import type { Operation } from '../../contract/operations.js';
import { isObject } from '../../contract/schema/json-equal.js';
import type { Action, Inside } from './resource.js';

/** The document's own word on an operation, in `x-drydock-resource` of it or of its path. */
export interface Correction {
  /** The meaning of the operation; `none` keeps it out of what is remembered. */
  readonly action?: Action | 'none';
  /** The property that is an item's id. */
  readonly id?: string;
  /** The place of the item or the list in a success. */
  readonly inside?: Inside;
  /** The path of the resource, for an operation under another path. */
  readonly of?: string;
}

const keyword = 'x-drydock-resource';
const actions = ['list', 'create', 'read', 'replace', 'merge', 'remove', 'clear', 'none'] as const;

/**
 * Reads `x-drydock-resource`: `false` is an action `none`; else an object with `action`, `id`, `in`, a JSON pointer into the
 * response's body, and `of`, the path of the resource.
 *
 * @throws OptionError for any other value, with file and line
 */
export function correctionOf(contract: Contract, { pointer }: Operation): Correction | undefined {
  const own = extensionAt(contract, pointer);
  const shared = extensionAt(contract, pointer.slice(0, pointer.lastIndexOf('/')));
  if (own === undefined && shared === undefined) return undefined;
  return { ...shared, ...own };
}

function extensionAt(contract: Contract, pointer: string): Correction | undefined {
  const value = (valueAt(contract.document, `#${pointer}`) as Record<string, unknown> | undefined)?.[keyword];
  if (value === undefined) return undefined;
  if (value === false) return { action: 'none' };
  const problem = isObject(value) ? problemOf(value) : 'must be false or an object';
  if (problem !== undefined) {
    const at = `${contract.file}:${contract.lineOf(`${pointer}/${keyword}`)}`;
    throw new OptionError(`${at}: ${keyword} ${problem} (got ${JSON.stringify(value).slice(0, 80)}).`);
  }
  const { in: place, ...rest } = value as Omit<Correction, 'inside'> & { readonly in?: string };
  return place === undefined ? rest : { ...rest, inside: fromPointer(place) };
}

function problemOf(value: Readonly<Record<string, unknown>>): string | undefined {
  const unknown = Object.keys(value).find((name) => !['action', 'id', 'in', 'of'].includes(name));
  if (unknown !== undefined) return `has action, id, in and of, not ${JSON.stringify(unknown)}`;
  const { action, id, of, in: place } = value;
  if (action !== undefined && !actions.some((one) => one === action))
    return `needs one of ${actions.join(', ')} as its action`;
  if (id !== undefined && (typeof id !== 'string' || id === ''))
    return 'needs the name of a property as its id';
  if (of !== undefined && (typeof of !== 'string' || !of.startsWith('/')))
    return 'needs the path of a resource such as /pets as its of';
  if (place !== undefined && (typeof place !== 'string' || !/^(\/.*)?$/.test(place)))
    return 'needs a JSON pointer such as /data as its in';
  return undefined;
}
