import { parseXml, XmlElement } from '@rgrove/parse-xml';
import { isXmlMediaType, sameMediaType, schemaPointer } from '../../contract/operations.js';
import type { Operation } from '../../contract/operations.js';
import type { SchemaPlace } from '../../values/schema/schema-places.js';
import type { Shape } from '../../values/schema/shape.js';
import type { ValueGenerator } from '../../values/value-generator.js';
import { maxLevels, xmlName } from '../write-xml.js';

/** The place of the schema of an XML body of an operation; undefined where the document has none. */
export function xmlSchemaPointer({ requestBody }: Operation, contentType: string): string | undefined {
  const content = requestBody?.value.content ?? {};
  const names = Object.keys(content).filter(isXmlMediaType);
  const name = sameMediaType(names, contentType) ?? names[0];
  if (!requestBody || name === undefined || content[name]?.schema === undefined) return undefined;
  return schemaPointer(requestBody.pointer, name);
}

/** The value that a text of XML has by its schema: the other way round of `writeXml`. @returns undefined for a text that is no XML */
export function readXml(text: string, generator: ValueGenerator, pointer: string): unknown {
  let root: XmlElement | null;
  try {
    ({ root } = parseXml(text));
  } catch {
    return undefined;
  }
  return root ? new XmlReader(generator).value(root, [generator.places.at(pointer)], 0) : undefined;
}

class XmlReader {
  constructor(private readonly generator: ValueGenerator) {}

  value(element: XmlElement, places: readonly SchemaPlace[], depth: number): unknown {
    const shape = this.generator.shapeOf(places);
    const children = element.children.filter((child) => child instanceof XmlElement);
    if (depth > maxLevels) return undefined;
    if (isList(shape)) return this.items(children, shape, depth);
    const mayBeObject = shape.isTyped ? shape.types.includes('object') : children.length > 0;
    return mayBeObject ? this.object(element, children, shape, depth) : scalar(element.text, shape);
  }

  private object(
    { attributes }: XmlElement,
    children: readonly XmlElement[],
    shape: Shape,
    depth: number,
  ): Record<string, unknown> {
    const named = new Map<string, XmlElement[]>();
    for (const child of children)
      named.set(localName(child.name), [...(named.get(localName(child.name)) ?? []), child]);
    const attributesByName = new Map(
      Object.entries(attributes).map(([name, text]) => [localName(name), text] as const),
    );
    const found = new Map<string, unknown>();
    for (const [key, own] of shape.properties) {
      const property = this.generator.shapeOf(own);
      const { xml } = property;
      const name = xmlName(xml?.name ?? key);
      const attribute = xml?.attribute === true ? attributesByName.get(name) : undefined;
      if (attribute !== undefined) found.set(key, scalar(attribute, property));
      if (xml?.attribute === true) continue;
      const isUnwrapped = isList(property) && xml?.wrapped !== true;
      const inside = isUnwrapped ? xmlName(this.generator.shapeOf(restsOf(property)).xml?.name ?? key) : name;
      const elements = named.get(inside);
      const [first] = elements ?? [];
      if (!elements || !first) continue;
      named.delete(inside);
      found.set(key, isUnwrapped ? this.items(elements, property, depth) : this.value(first, own, depth + 1));
    }
    const others = shape.closures.map(({ place }) => place);
    for (const [name, elements] of named) {
      const values = elements.map((one) => this.value(one, others, depth + 1));
      if (!found.has(name)) found.set(name, values.length === 1 ? values[0] : values);
    }
    return Object.fromEntries(found);
  }

  private items(elements: readonly XmlElement[], list: Shape, depth: number): unknown[] {
    const places = restsOf(list);
    return elements.map((one) => this.value(one, places, depth + 1));
  }
}

function restsOf({ rests }: Shape): SchemaPlace[] {
  return rests.map(({ place }) => place);
}

function isList({ isTyped, types }: Shape): boolean {
  return isTyped && types.includes('array') && !types.includes('object');
}

/** Prefixes are a client's choice. */
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** A text as the first of a schema's types that it can be. */
function scalar(text: string, { isTyped, types }: Shape): unknown {
  const plain = text.trim();
  if (!isTyped) return text;
  const isNumber = types.includes('number') || types.includes('integer');
  if (isNumber && /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(plain)) return Number(plain);
  if (types.includes('boolean') && /^(?:true|false|1|0)$/.test(plain))
    return plain === 'true' || plain === '1';
  return plain === '' && types.includes('null') && !types.includes('string') ? null : text;
}
