import type { ParameterObject, SchemaObject } from '../../contract/openapi.js';
import { randomInteger, type Random } from '../../contract/seeded-random.js';

/** Methods that have nothing to change where nothing has the id; PUT and POST may create what they name. */
const needExisting = ['DELETE', 'PATCH'];

/** Ids that no record of a target has, for requests that would change or remove the record. */
export class MadeUpIds {
  private readonly made = new Set<string>();

  constructor(private readonly random: Random) {}

  /** Returns whether a request with a made-up id finds nothing to change. */
  static protect(method: string): boolean {
    return needExisting.includes(method);
  }

  /** Returns whether a path contains an id that was made up here. */
  areIn(path: string): boolean {
    return (path.split('?')[0] ?? '').split('/').some((segment) => this.made.has(segment));
  }

  /** @returns undefined where the schema allows only values that may be somebody's */
  next({ schema }: ParameterObject, resolve: (schema: ParameterObject['schema']) => SchemaObject) {
    const id = madeUp(resolve(schema), this.random);
    if (id !== undefined) this.made.add(id);
    return id;
  }
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

function madeUp(schema: SchemaObject, random: Random): string | undefined {
  if (['enum', 'const', 'pattern', 'multipleOf'].some((keyword) => schema[keyword] !== undefined))
    return undefined;
  const { type, format, minimum = 0, minLength = 0 } = schema;
  const { maximum = Infinity, maxLength = 40 } = schema as { maximum?: number; maxLength?: number };
  if (type === 'integer' || type === 'number') {
    // Such ids are counted from 1, and fit 32 bits.
    const id = 2_000_000_000 + randomInteger(random, 0, 100_000_000);
    return id < minimum || id > maximum ? undefined : String(id);
  }
  if (type !== undefined && type !== 'string') return undefined;
  const letters = (count: number, from = alphabet): string =>
    Array.from({ length: count }, () => from[randomInteger(random, 0, from.length - 1)]).join('');
  if (format === 'uuid') {
    const hex = (count: number): string => letters(count, '0123456789abcdef');
    return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;
  }
  const length = Math.max(minLength, Math.min(24, maxLength));
  return format !== undefined || length < 12 ? undefined : letters(length);
}
