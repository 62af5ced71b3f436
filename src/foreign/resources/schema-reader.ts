import { isXmlMediaType, jsonMediaType, schemaPointer } from '../../contract/operations.js';
import type { Located, Operation } from '../../contract/operations.js';
import type { MediaTypeObject, RequestBodyObject, ResponseObject } from '../../contract/openapi.js';
import { isObject } from '../../contract/schema/json-equal.js';
import type { Shape } from '../../values/schema/shape.js';
import type { SchemaPlace } from '../../values/schema/schema-places.js';
import type { ValueGenerator } from '../../values/value-generator.js';
import { chooseResponse } from '../choose-response.js';
import type { Inside, ItemParameter } from './resource.js';
import { plainName, singular } from './paths.js';

/** A schema of the document as inference sees it. */
export interface SeenSchema {
  readonly places: readonly SchemaPlace[];
  readonly shape: Shape;
}

/** The names by which items of one kind are known. */
export interface Naming {
  /** The last name of the collection's path. */
  readonly name: string;
  readonly parameter: ItemParameter | undefined;
}

/** A part of a body that is an item or a list of items. */
export interface Part {
  readonly inside: Inside;
  /** The schemas of an item, all of which hold. */
  readonly places: readonly SchemaPlace[];
  readonly item: Shape;
  readonly idField: string | undefined;
}

/** Names that wrap an item. */
const itemNames = new Set('data result item resource response payload content value object'.split(' '));
/** Names that wrap a list. */
const listNames = new Set(
  'data results result items values entries records rows list content elements resources objects nodes hits'.split(
    ' ',
  ),
);
const plainIds = 'id uuid guid sid key slug name code number identifier _id'.split(' ');

/** Reads the schemas of bodies: where an item stands in them, where a list, and which property is an id. */
export class SchemaReader {
  constructor(private readonly generator: ValueGenerator) {}

  /** The body of a success, JSON where there is any; undefined where it has none. */
  responseOf(operation: Operation): SeenSchema | undefined {
    const chosen = chooseResponse(operation);
    return chosen && chosen.status < 300 ? this.bodyOf(chosen.response) : undefined;
  }

  requestOf({ requestBody }: Operation): SeenSchema | undefined {
    return requestBody && this.bodyOf(requestBody);
  }

  private bodyOf({ pointer, value }: Located<ResponseObject | RequestBodyObject>): SeenSchema | undefined {
    const content: Record<string, MediaTypeObject> = value.content ?? {};
    const names = Object.keys(content);
    const form = names.find((name) => /form/i.test(name));
    const name =
      jsonMediaType(content) ??
      names.find((one) => one.startsWith('*')) ??
      form ??
      names.find(isXmlMediaType);
    if (name === undefined || content[name]?.schema === undefined) return undefined;
    const places = [this.generator.places.at(schemaPointer(pointer, name))];
    return { places, shape: this.shapeOf(places) };
  }

  shapeOf(places: readonly SchemaPlace[]): Shape {
    return this.generator.shapeOf(places);
  }

  itemIn(seen: SeenSchema | undefined, naming: Naming): Part | undefined {
    if (!seen || !mayBeObject(seen.shape)) return undefined;
    const { places, shape } = seen;
    const idField = this.idFieldOf(shape, naming);
    if (idField !== undefined) return { inside: [], places, item: shape, idField };
    for (const [name, within] of shape.properties) {
      const isWrapper =
        itemNames.has(plainName(name)) || isNamed(name, naming.name) || shape.properties.size === 1;
      if (!isWrapper) continue;
      const inner = this.shapeOf(within);
      const field = mayBeObject(inner) ? this.idFieldOf(inner, naming) : undefined;
      if (field !== undefined) return { inside: [name], places: within, item: inner, idField: field };
    }
    return undefined;
  }

  /**
   * The list in a body: the body itself, or the property that fits best, also one level below.
   *
   * @param item the shape of an item, where another operation shows it
   */
  listIn(seen: SeenSchema | undefined, naming: Naming, item: Shape | undefined): Part | undefined {
    if (!seen) return undefined;
    const { shape } = seen;
    if (shape.isTyped && shape.types.includes('array') && !shape.types.includes('object')) {
      const items = this.itemsOf(shape);
      return items && this.partOfItems([], items, naming);
    }
    if (!mayBeObject(shape)) return undefined;
    const [best] = this.listsIn(shape, [])
      .map(({ inside, items }) => this.partOfItems(inside, items, naming))
      .map((part) => ({ part, score: scoreOf(part, naming, item) }))
      .toSorted((a, b) => b.score - a.score);
    return best && best.score >= 2 ? best.part : undefined;
  }

  private partOfItems(inside: Inside, { places, shape }: SeenSchema, naming: Naming): Part {
    return { inside, places, item: shape, idField: this.idFieldOf(shape, naming) };
  }

  private listsIn(shape: Shape, inside: Inside): { readonly inside: Inside; readonly items: SeenSchema }[] {
    return [...shape.properties].flatMap(([name, places]) => {
      const inner = this.shapeOf(places);
      if (inner.types.includes('array') && inner.isTyped) {
        const items = this.itemsOf(inner);
        return items && mayBeObject(items.shape) ? [{ inside: [...inside, name], items }] : [];
      }
      const isDeep = inside.length > 0 || !mayBeObject(inner) || inner.properties.size === 0;
      return isDeep ? [] : this.listsIn(inner, [...inside, name]);
    });
  }

  /** The schemas of a list's items; undefined where nothing is said of them. */
  private itemsOf(shape: Shape): SeenSchema | undefined {
    const places = shape.rests.map(({ place }) => place);
    return places.length === 0 ? undefined : { places, shape: this.shapeOf(places) };
  }

  /**
   * The property that is an item's id: named as the parameter of its path, as the parameter without the collection's name, such as
   * `number` for `orderNumber`, or as ids are usually called.
   */
  private idFieldOf(shape: Shape, { parameter, name: collection }: Naming): string | undefined {
    const names = [...shape.properties.keys()].filter((name) => this.mayIdentify(shape, name));
    const find = (wanted: string): string | undefined => names.find((name) => plainName(name) === wanted);
    const one = plainName(singular(collection));
    if (parameter === undefined) return find('id') ?? find(`${one}id`) ?? find('uuid');
    const wanted = plainName(parameter.name);
    const rest = wanted.startsWith(one) ? wanted.slice(one.length) : '';
    const ending = plainIds.find((id) => wanted.endsWith(id) && id.length > 1);
    const exact = find(wanted) ?? (rest === '' ? undefined : find(rest));
    if (exact !== undefined) return exact;
    const byEnding = ending === undefined ? undefined : (find(ending) ?? find(`${one}${ending}`));
    if (byEnding !== undefined) return byEnding;
    // `{versionNumber}` of /versions may be what an item calls its version.
    const own = rest === '' ? undefined : find(one);
    if (own !== undefined) return own;
    if (wanted.endsWith('slug')) return find('name') ?? find('uuid') ?? find('id');
    // `{repo}` of /repos is an id where that may be its text, and else a name.
    const id = find('id') ?? find(`${one}id`) ?? find('uuid') ?? find('sid');
    const isNamed = wanted === one && parameter.isText && (id === undefined || this.isNumber(shape, id));
    if (isNamed) return find('slug') ?? find('name') ?? find('login') ?? find('key') ?? id;
    if (/id$|^(\w*uuid|\w*guid)$/.test(wanted) || one.endsWith(wanted)) return id;
    // A text such as `{intent}` of /setup_intents may be an id that is a text.
    return id !== undefined && parameter.isText === !this.isNumber(shape, id) ? id : undefined;
  }

  private isNumber(shape: Shape, name: string): boolean {
    const { isTyped, types } = this.shapeOf(shape.properties.get(name) ?? []);
    return isTyped && !types.includes('string');
  }

  /** The last parameter of a path, as an operation describes it. */
  parameterOf(name: string, operations: readonly Operation[]): ItemParameter {
    const described = operations
      .flatMap(({ parameters }) => parameters)
      .find(({ value }) => value.in === 'path' && value.name === name);
    if (!described) return { name, isText: true, schema: [] };
    const schema = [this.generator.places.at(`${described.pointer}/schema`)];
    const { isTyped, types } = this.shapeOf(schema);
    return { name, isText: !isTyped || types.includes('string'), schema };
  }

  private mayIdentify(shape: Shape, name: string): boolean {
    const { types } = this.shapeOf(shape.properties.get(name) ?? []);
    return types.includes('string') || types.includes('integer') || types.includes('number');
  }
}

/** Scores how well a list fits: by the shape of its items, its name, and that they have ids. @param item the shape that is looked for */
function scoreOf({ inside, item: items, idField }: Part, { name }: Naming, item: Shape | undefined): number {
  const own = inside.at(-1) ?? '';
  const isSame = item !== undefined && isSameShape(items, item);
  const isNamedSo = isNamed(own, name) || listNames.has(plainName(own));
  const hasId = idField !== undefined;
  return (isSame ? 4 : 0) + (isNamedSo ? 2 : 0) + (hasId ? 1 : 0) - (inside.length - 1);
}

function mayBeObject({ types, isTyped, properties }: Shape): boolean {
  return types.includes('object') && (isTyped || properties.size > 0);
}

export function isReadOnly(places: readonly SchemaPlace[]): boolean {
  return places.some(({ schema }) => isObject(schema) && schema.readOnly === true);
}

function isNamed(name: string, collection: string): boolean {
  const plain = plainName(name);
  return plain === plainName(collection) || plain === plainName(singular(collection));
}

/** One component, or the same properties. */
export function isSameShape(a: Shape, b: Shape): boolean {
  if (a.component !== undefined && a.component === b.component) return true;
  const names = [...a.properties.keys()];
  const shared = names.filter((name) => b.properties.has(name)).length;
  return shared >= 2 && shared >= 0.6 * Math.max(names.length, b.properties.size);
}
