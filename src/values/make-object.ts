import { isObject } from '../contract/schema/json-equal.js';
import type { SchemaPlace } from './schema/schema-places.js';
import type { Shape } from './schema/shape.js';
import { nothing, type At, type Extent, type Made, type Maker } from './maker.js';
import { keyText, nameText } from './text/name-text.js';
import { patternText } from './text/pattern-text.js';

const maxProperties = 500;
const maxTries = 40;

/** Makes an object of a shape; undefined where a required property can't be made. */
export function makeObject(maker: Maker, shape: Shape, at: At, extent: Extent): Made {
  return new ObjectMaking(maker, shape, at, extent).make();
}

class ObjectMaking {
  private readonly entries = new Map<string, unknown>();
  private readonly given: Readonly<Record<string, unknown>>;

  constructor(
    private readonly maker: Maker,
    private readonly shape: Shape,
    private readonly at: At,
    private readonly extent: Extent,
  ) {
    this.given = isObject(at.given) ? at.given : {};
  }

  make(): Made {
    const names = this.names();
    const room = this.at.room / Math.max(1, names.length);
    for (const name of names) {
      const value = this.property(name, room);
      if (value !== nothing) this.entries.set(name, value);
      else if (this.shape.required.has(name) && !this.maker.isLenient) return nothing;
    }
    this.addFurther(room);
    const isEnough = this.entries.size >= this.shape.minProperties || this.maker.isLenient;
    return isEnough ? Object.fromEntries(this.entries) : nothing;
  }

  /** The properties to make: required ones, those of what is given, and optional ones until the budget is spent. */
  private names(): string[] {
    const { shape, given } = this;
    const known = [...shape.properties.keys()].filter((name) => !this.isLeftOut(name));
    const isOpen = shape.closures.length === 0 && shape.unevaluated.length === 0;
    const others = isOpen ? Object.keys(given).filter((name) => !shape.properties.has(name)) : [];
    const required = [...shape.required].filter((name) => !known.includes(name) && !this.isLeftOut(name));
    const names = new Set([...known.filter((name) => this.isWanted(name)), ...required, ...others]);
    // A dependency may bring others with it, in any order.
    for (let round = 0; round < 5; round += 1)
      for (const [name, needed] of shape.dependents)
        if (names.has(name)) for (const one of needed) names.add(one);
    return this.fitting([...names]);
  }

  private isLeftOut(name: string): boolean {
    return this.shape.properties.get(name)?.some((place) => this.maker.evaluator.leavesOut(place)) ?? false;
  }

  private isWanted(name: string): boolean {
    const { shape, extent, at, given } = this;
    if (shape.required.has(name)) return true;
    if (shape.forbidden.has(name) || extent === 'bare') return false;
    if (extent === 'mixed') return this.maker.random() < 0.5;
    const isWished = this.maker.wants(name);
    if (isWished !== undefined) return isWished;
    if (Object.hasOwn(given, name)) return true;
    return at.given === undefined && at.room >= 0.5;
  }

  /** The names that may stand together, required ones first where they are too many. */
  private fitting(names: string[]): string[] {
    const { shape } = this;
    const allowed = names.filter((name) => shape.required.has(name) || this.isAllowedName(name));
    const max = Math.min(shape.maxProperties, maxProperties);
    if (allowed.length <= max) return allowed;
    const required = allowed.filter((name) => shape.required.has(name));
    const optional = allowed.filter((name) => !shape.required.has(name));
    return [...required, ...optional.slice(0, Math.max(0, max - required.length))];
  }

  private isAllowedName(name: string): boolean {
    return this.shape.propertyNames.every((place) => this.maker.evaluator.accepts(place, name));
  }

  private property(name: string, room: number): Made {
    const places = this.placesOf(name);
    const given = Object.hasOwn(this.given, name) ? this.given[name] : undefined;
    if (places.length === 0 && given !== undefined) return given;
    if (places.length === 0) return nameText(name, this.maker.random, this.at.ordinal);
    const { at } = this;
    return this.maker.make(places, { ...at, name, depth: at.depth + 1, room, given });
  }

  /** The schemas of a property. */
  private placesOf(name: string): SchemaPlace[] {
    const { properties, patternProperties, closures, unevaluated } = this.shape;
    const matches = (pattern: string): boolean => this.maker.evaluator.matches(pattern, name);
    const own = properties.get(name) ?? [];
    const byPattern = patternProperties.filter(([pattern]) => matches(pattern)).map(([, place]) => place);
    const open = closures.filter((closure) => !closure.names.has(name) && !closure.patterns.some(matches));
    const places = [...own, ...byPattern, ...open.map(({ place }) => place)];
    return places.length === 0 ? [...unevaluated] : places;
  }

  /** Properties that no schema names: as many as must be, and two where an object is a map by name. */
  private addFurther(room: number): void {
    const { shape, at, extent } = this;
    const isMap = shape.properties.size === 0 && extent === 'full' && at.room >= 1 && this.describesOthers();
    // A property that nothing describes may be just what a schema wants that says what not to be.
    const isTrial = extent === 'mixed' && !this.maker.fullness && this.maker.random() < 0.3;
    const max = Math.min(shape.maxProperties, maxProperties);
    const usual = isMap && this.entries.size === 0 ? 2 : 0;
    const wished = isTrial ? this.entries.size + 1 : usual;
    const wanted = Math.min(max, Math.max(shape.minProperties, wished));
    for (let tries = 0; this.entries.size < wanted && tries < maxTries + wanted; tries += 1) {
      const name = this.furtherName(tries);
      if (name === undefined || this.entries.has(name) || shape.forbidden.has(name)) continue;
      if (this.isLeftOut(name) || !this.isAllowedName(name)) continue;
      const value = this.property(name, Math.max(room, 1));
      if (value !== nothing) this.entries.set(name, value);
    }
  }

  private describesOthers(): boolean {
    const { patternProperties, closures, unevaluated } = this.shape;
    const places = [
      ...patternProperties.map(([, place]) => place),
      ...closures.map(({ place }) => place),
      ...unevaluated,
    ];
    return places.some(({ schema }) => typeof schema === 'object');
  }

  /** A name of a property that the shape names itself, then one by a pattern, then any. */
  private furtherName(tries: number): string | undefined {
    const { shape, maker } = this;
    const left = [...shape.properties.keys()].find((name) => !this.entries.has(name));
    if (left !== undefined && tries < shape.properties.size) return left;
    if (shape.propertyNames.length > 0) {
      const schema = { type: 'string' } as const;
      const scope = shape.propertyNames[0]?.scope;
      const places = scope ? [...shape.propertyNames, { schema, scope }] : [];
      const at = { ...this.at, name: 'key', depth: 20, room: 0, ordinal: tries, given: undefined };
      const name = maker.make(places, at);
      return typeof name === 'string' ? name : undefined;
    }
    const [pattern] = shape.patternProperties[tries % Math.max(1, shape.patternProperties.length)] ?? [];
    if (pattern !== undefined && tries % 2 === 0) return patternText(pattern, maker.random, 1, 50);
    return keyText(tries);
  }
}
