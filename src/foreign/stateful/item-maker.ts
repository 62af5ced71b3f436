import { randomInteger, seededRandom, type Random } from '../../contract/seeded-random.js';
import { isObject } from '../../contract/schema/json-equal.js';
import type { Shape } from '../../values/schema/shape.js';
import type { SchemaPlace } from '../../values/schema/schema-places.js';
import type { ValueGenerator } from '../../values/value-generator.js';
import { lastName, plainName, singular } from '../resources/paths.js';
import { isReadOnly, isSameShape } from '../resources/schema-reader.js';
import type { Resource } from '../resources/resource.js';
import { plainText, type Item } from './item.js';

const made =
  /^(created?|creation|inserted|added)(at|on|time|date|datetime|timestamp)?$|^(date|time)(created|added)$/;
const changed =
  /^(last)?(updated?|modified|changed)(at|on|time|date|datetime|timestamp)?$|^(date|time)(updated|modified)$/;

/** Facts that a replacement depends on besides the items. */
interface ReplaceFacts {
  readonly now: number;
  /** The properties that a client may say, where that is known. */
  readonly sendable: ReadonlySet<string> | undefined;
}

interface MergeFacts extends ReplaceFacts {
  /** True if a property that may be null becomes null, where a merge patch would remove it. */
  readonly keepsNull: boolean;
}

/** Makes items of a resource as their server would: what the client sent, and what a server adds. */
export class ItemMaker {
  private known: Shape | undefined;

  constructor(
    private readonly generator: ValueGenerator,
    private readonly seed: number,
    private readonly resource: Resource,
  ) {}

  accepts(item: Item): boolean {
    return this.generator.accepts(this.resource.schema, item);
  }

  private get shape(): Shape {
    return (this.known ??= this.generator.shapeOf(this.resource.schema));
  }

  /** The schemas of a property; empty for one that the item's schema doesn't name. */
  private placesOf(name: string): readonly SchemaPlace[] {
    return this.shape.properties.get(name) ?? [];
  }

  /** An item that nobody has sent. @param index which one, from 0 */
  generated(parents: readonly string[], index: number): Item {
    const random = seededRandom(this.seed, this.resource.path, ...parents, index);
    const examples = index === 0 ? 'accepted' : 'none';
    const value = this.generator.generate(this.resource.schema, { random, examples });
    return isObject(value) ? value : {};
  }

  /**
   * A new item: what was sent, and of the rest what is required or read-only or has a default, its times and the ids of what it
   * belongs to.
   *
   * @param id as the path says it; undefined where the item doesn't say its own
   * @param now milliseconds since 1970
   * @returns undefined where the schema accepts no such item
   */
  created(sent: Item, id: string | undefined, parents: readonly string[], now: number): Item | undefined {
    const server = this.generated(parents, Number.MAX_SAFE_INTEGER);
    const { properties, required } = this.shape;
    const added = [...properties.keys()].filter(
      (name) => !Object.hasOwn(sent, name) && (required.has(name) || this.isReadOnly(name)),
    );
    const values = added.flatMap((name) =>
      Object.hasOwn(server, name) ? [[name, server[name]] as const] : [],
    );
    const defaults = [...properties].flatMap(([name, places]) => {
      const value = defaultOf(places);
      return value === undefined || Object.hasOwn(sent, name) ? [] : [[name, value] as const];
    });
    const times = [...this.timesOf(made, now), ...this.timesOf(changed, now)].filter(
      ([name]) => !Object.hasOwn(sent, name) || this.isReadOnly(name),
    );
    const item = this.shown({ ...sent, ...Object.fromEntries([...values, ...defaults, ...times]) });
    return this.fitting(this.named(item, id, parents));
  }

  /** An item that takes the place of another; what a client may not say stays. @returns undefined where the schema accepts no such item */
  replaced(before: Item, sent: Item, { now, sendable }: ReplaceFacts): Item | undefined {
    const isKept = (name: string): boolean =>
      Object.hasOwn(sent, name)
        ? !this.mayChange(name, sendable)
        : this.isReadOnly(name) || sendable?.has(name) === false || this.isKept(name);
    const kept = Object.entries(before).filter(([name]) => isKept(name));
    return this.touched({ ...sent, ...Object.fromEntries(kept) }, before, now);
  }

  /**
   * An item with changes merged in (RFC 7396). What is removed and must be there is null, if it may be.
   *
   * @returns undefined where the schema accepts no such item
   */
  merged(before: Item, sent: Item, { now, keepsNull, sendable }: MergeFacts): Item | undefined {
    const changes = Object.fromEntries(
      Object.entries(sent).filter(([name]) => this.mayChange(name, sendable)),
    );
    const nulls = Object.entries(changes).filter(
      ([name, value]) =>
        value === null &&
        (keepsNull || this.shape.required.has(name)) &&
        this.generator.accepts(this.placesOf(name), null),
    );
    const item = { ...(mergePatch(before, changes) as Item), ...Object.fromEntries(nulls) };
    return this.touched(item, before, now);
  }

  /** Also one that is read-only, where the request has a property for it. */
  private mayChange(name: string, sendable: ReadonlySet<string> | undefined): boolean {
    return sendable?.has(name) === true || !this.isReadOnly(name);
  }

  /** An item that was changed keeps its id and says when. */
  touched(item: Item, before: Item, now: number): Item | undefined {
    const { idField } = this.resource;
    const id = idField === undefined ? {} : { [idField]: before[idField] };
    const times = Object.fromEntries(this.timesOf(changed, now));
    return this.fitting(this.shown({ ...item, ...times, ...id }));
  }

  /** The item with its id and those of what it belongs to. */
  named(item: Item, id: string | undefined, parents: readonly string[]): Item {
    const named: Record<string, unknown> = { ...item };
    for (const [index, names] of ownerNames(this.resource).entries()) {
      const name = [...this.shape.properties.keys()].find(
        (one) => names.has(plainName(one)) && one !== this.resource.idField,
      );
      const value =
        name === undefined ? undefined : this.likeSchema(this.placesOf(name), parents[index] ?? '');
      if (name !== undefined && value !== undefined) named[name] = value;
    }
    const { idField } = this.resource;
    if (idField === undefined || id === undefined) return named;
    return { [idField]: this.likeSchema(this.placesOf(idField), id) ?? id, ...withoutName(named, idField) };
  }

  /** A new id, such as the schema describes. @param number that no earlier item had */
  newId(number: number, random: Random): string {
    const { idField } = this.resource;
    if (idField === undefined) return String(number);
    const places = this.placesOf(idField);
    if (places.length === 0) return String(number);
    const inner = this.generator.shapeOf(places);
    const isNumber = inner.isTyped && !inner.types.includes('string');
    if (isNumber || this.resource.parameter?.isText === false) return String(number);
    const ofParameter = this.resource.parameter?.schema ?? [];
    const mayBe = (id: unknown): id is string =>
      typeof id === 'string' && this.generator.accepts([...places, ...ofParameter], id);
    const [example] = inner.given;
    const varied = typeof example === 'string' ? variedText(example, random) : undefined;
    if (mayBe(varied)) return varied;
    const wish = { random, examples: 'none' } as const;
    const value = this.generator.generate(places, wish, idField);
    if (mayBe(value)) return value;
    const both = this.generator.generate([...places, ...ofParameter], wish, idField);
    if (mayBe(both)) return both;
    return String(typeof value === 'string' || typeof value === 'number' ? value : number);
  }

  /** An item as another schema has it: whole where that is its own or names no property, else the properties that it names. */
  projected(item: Item, places: readonly SchemaPlace[]): Item {
    const shape = this.generator.shapeOf(places);
    if (shape.properties.size === 0 || isSameShape(shape, this.shape)) return item;
    const { idField } = this.resource;
    const named = Object.entries(item).flatMap(([name, value]) => {
      const own = shape.properties.get(name);
      if (!own) return [];
      return [[name, name === idField ? (this.likeSchema(own, plainText(value)) ?? value) : value] as const];
    });
    return Object.fromEntries(named);
  }

  /** True if the client's own id counts: it is no field of the server's. */
  get takesId(): boolean {
    const { idField } = this.resource;
    return idField !== undefined && !this.isReadOnly(idField);
  }

  private fitting(item: Item): Item | undefined {
    const { idField, schema } = this.resource;
    if (this.accepts(item)) return item;
    const random = seededRandom(this.seed, this.resource.path, 'fitting');
    const value = this.generator.generate(schema, { random, examples: 'none', given: item });
    if (!isObject(value) || !this.accepts(value)) return undefined;
    return idField !== undefined && value[idField] !== item[idField] ? undefined : value;
  }

  /** Without what only requests have. */
  private shown(item: Item): Item {
    const names = Object.keys(item).filter((name) => this.generator.leavesOut(this.placesOf(name)));
    return names.reduce(withoutName, item);
  }

  /** A replacement keeps what the client may not know of: what the schema requires, and the times. */
  private isKept(name: string): boolean {
    return this.shape.required.has(name) || made.test(plainName(name));
  }

  private isReadOnly(name: string): boolean {
    return isReadOnly(this.placesOf(name));
  }

  private timesOf(pattern: RegExp, now: number): (readonly [string, unknown])[] {
    return [...this.shape.properties].flatMap(([name, places]) => {
      if (!pattern.test(plainName(name))) return [];
      const value = timeLike(this.generator.shapeOf(places), now);
      return value === undefined || !this.generator.accepts(places, value) ? [] : [[name, value] as const];
    });
  }

  /** The text of a path as a property's schemas type it. */
  private likeSchema(places: readonly SchemaPlace[], text: string): unknown {
    const number = Number(text);
    const candidates = text.trim() === '' || !Number.isFinite(number) ? [text] : [text, number];
    return candidates.find((one) => this.generator.accepts(places, one));
  }
}

function defaultOf(places: readonly SchemaPlace[]): unknown {
  return places
    .map(({ schema }) => (isObject(schema) ? schema.default : undefined))
    .find((value) => value !== undefined);
}

/** A time in the form of a schema; undefined where it has none. Numbers are seconds, or milliseconds where the example is so large. */
function timeLike(shape: Shape, now: number): unknown {
  if (shape.types.includes('string') && shape.isTyped)
    return shape.formats.includes('date')
      ? new Date(now).toISOString().slice(0, 10)
      : new Date(now).toISOString();
  const [example] = shape.given;
  const isMilliseconds = typeof example === 'number' && example > 100_000_000_000;
  return shape.isTyped ? (isMilliseconds ? now : Math.floor(now / 1000)) : undefined;
}

/** Another id of the same make: `cus_Nf8k` has its letters and digits behind the last `_` or `-` changed. */
function variedText(example: string, random: Random): string {
  const start = /^.*[_-](?=[^_-]{4,}$)/.exec(example)?.[0] ?? '';
  const tail = Array.from(example.slice(start.length), (character) => {
    if (/[0-9]/.test(character)) return String(randomInteger(random, 0, 9));
    if (/[a-f]/.test(character)) return 'abcdef'.charAt(randomInteger(random, 0, 5));
    if (/[a-z]/.test(character)) return String.fromCharCode(randomInteger(random, 97, 122));
    return /[A-Z]/.test(character) ? String.fromCharCode(randomInteger(random, 65, 90)) : character;
  });
  return start + tail.join('');
}

/** JSON Merge Patch (RFC 7396 section 2). */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const result = new Map(Object.entries(isObject(target) ? target : {}));
  for (const [name, value] of Object.entries(patch))
    if (value === null) result.delete(name);
    else result.set(name, mergePatch(result.get(name), value));
  return Object.fromEntries(result);
}

/** The names by which an item may call each of what it belongs to: `{id}` of `/users/{id}/pets` is `id`, `user` or `userId`. */
function ownerNames({ path, parents }: Resource): ReadonlySet<string>[] {
  return parents.map((parameter) => {
    const owner = plainName(singular(lastName(path.slice(0, path.indexOf(`{${parameter}}`)))));
    return new Set([plainName(parameter), owner, `${owner}id`]);
  });
}

function withoutName(item: Item, name: string): Item {
  return Object.fromEntries(Object.entries(item).filter(([one]) => one !== name));
}
