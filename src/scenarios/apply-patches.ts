import { fromPointer } from '../contract/json-pointer.js';
import { isObject } from '../contract/schema/json-equal.js';
import type { Patch } from './scenario.js';

/** No patch makes an array longer than this, whatever its length says. */
const maxElements = 10_000;

/**
 * A JSON body after the patches, in order. The body itself is never changed; a pointer to what it does not have changes nothing.
 *
 * @param body a JSON value
 */
export function applyPatches(body: unknown, patches: readonly Patch[]): unknown {
  if (patches.length === 0) return body;
  const root = { body: structuredClone(body) };
  for (const patch of patches) {
    for (const target of targetsOf(root, patch.pointer)) change(target, patch);
  }
  return root.body;
}

/** A field or element: what holds it, and its name or index there. */
interface PatchTarget {
  readonly parent: Record<string, unknown>;
  readonly key: string;
}

/** Every target that a pointer with `*` leads to; the last segment may be a field that is not there yet. */
function targetsOf(root: { body: unknown }, pointer: string): PatchTarget[] {
  const segments = ['body', ...fromPointer(pointer)];
  let targets: PatchTarget[] = [];
  let holders: unknown[] = [root];
  segments.forEach((segment) => {
    targets = holders.flatMap((holder) => stepInto(holder, segment));
    holders = targets.map(({ parent, key }) => (Object.hasOwn(parent, key) ? parent[key] : undefined));
  });
  return targets;
}

function stepInto(holder: unknown, segment: string): PatchTarget[] {
  if (typeof holder !== 'object' || holder === null) return [];
  const parent = holder as Record<string, unknown>;
  if (!Array.isArray(holder)) return [{ parent, key: segment }];
  if (segment === '*')
    return Array.from(holder.keys(), (index) => ({ parent, key: String(index) })).reverse();
  return /^\d+$/.test(segment) && Number(segment) < holder.length ? [{ parent, key: segment }] : [];
}

function change({ parent, key }: PatchTarget, patch: Patch): void {
  if (patch.kind === 'set') {
    assign(parent, key, structuredClone(patch.value));
    return;
  }
  if (!Object.hasOwn(parent, key)) return;
  const value = parent[key];
  if (patch.kind === 'remove') remove(parent, key);
  else if (patch.kind === 'convert') assign(parent, key, converted(value, patch.type));
  else if (patch.kind === 'rename') {
    if (Array.isArray(parent)) return;
    remove(parent, key);
    assign(parent, patch.name, value);
  } else if (Array.isArray(value)) changeArray(value, patch);
}

function changeArray(array: unknown[], patch: Extract<Patch, { kind: 'append' | 'repeat' | 'limit' }>): void {
  if (patch.kind === 'append' && array.length < maxElements) array.push(structuredClone(patch.value));
  else if (patch.kind === 'limit') array.length = Math.min(array.length, patch.length);
  else if (patch.kind === 'repeat') repeat(array, Math.min(patch.length, maxElements), patch.unique);
}

/** Copies stand behind their original, so that a sorted array stays sorted. */
function repeat(array: unknown[], length: number, unique: readonly string[]): void {
  if (array.length === 0 || length <= array.length) return;
  const next = new Map(unique.map((field) => [field, Math.floor(highestNumber(array, field)) + 1]));
  let copies = 0;
  const repeated = Array.from({ length }, (_, index) => {
    const from = Math.floor((index * array.length) / length);
    const isOriginal = index === 0 || from !== Math.floor(((index - 1) * array.length) / length);
    copies = isOriginal ? 1 : copies + 1;
    if (isOriginal) return array[from];
    const copy = structuredClone(array[from]);
    if (isObject(copy)) makeUnique(copy, next, copies);
    return copy;
  });
  array.splice(0, array.length, ...repeated);
}

/** Texts get the number of the copy, numbers go on where the highest one ended. */
function makeUnique(copy: Record<string, unknown>, next: Map<string, number>, number: number): void {
  for (const [field, free] of next) {
    const value = copy[field];
    if (typeof value === 'string') copy[field] = `${value}-${number}`;
    else if (typeof value === 'number') {
      copy[field] = free;
      next.set(field, free + 1);
    }
  }
}

function highestNumber(array: readonly unknown[], field: string): number {
  const numbers = array.map((element) => (isObject(element) ? element[field] : undefined));
  return numbers.reduce<number>(
    (most, value) => (typeof value === 'number' && value > most ? value : most),
    0,
  );
}

function converted(value: unknown, type: 'string' | 'number' | 'boolean'): unknown {
  if (type === 'boolean') return Boolean(value);
  if (type === 'number') return Number.isFinite(Number(value)) ? Number(value) : 0;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function remove(parent: Record<string, unknown>, key: string): void {
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else Reflect.deleteProperty(parent, key);
}

/** As an own property even when it is called `__proto__`. */
function assign(parent: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(parent, key, { value, writable: true, enumerable: true, configurable: true });
}
