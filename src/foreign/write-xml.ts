import { isObject } from '../contract/schema/json-equal.js';
import type { SchemaPlace } from '../values/schema/schema-places.js';
import type { Shape, XmlForm } from '../values/schema/shape.js';
import type { ValueGenerator } from '../values/value-generator.js';

export const maxLevels = 60;

/** A value as XML, named, wrapped and placed as the `xml` of its schema says (OpenAPI 3.1.1, XML Object). @param pointer of the schema */
export function writeXml(value: unknown, generator: ValueGenerator, pointer: string): string {
  const places = [generator.places.at(pointer)];
  const shape = generator.shapeOf(places);
  const name = shape.xml?.name ?? shape.component ?? 'root';
  const writer = new XmlWriter(generator);
  const elements = Array.isArray(value)
    ? writer.list(name, value, shape, 0, true)
    : writer.element(name, value, places, 0);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${elements}\n`;
}

class XmlWriter {
  constructor(private readonly generator: ValueGenerator) {}

  element(name: string, value: unknown, places: readonly SchemaPlace[], depth: number): string {
    if (depth > maxLevels) return '';
    const shape = this.generator.shapeOf(places);
    if (Array.isArray(value)) return this.list(name, value, shape, depth, shape.xml?.wrapped === true);
    const tag = tagOf(shape.xml?.name ?? name, shape.xml);
    if (!isObject(value)) return enclosed(tag, namespaceOf(shape.xml), markupText(value));
    let attributes = namespaceOf(shape.xml);
    let inside = '';
    for (const [key, child] of Object.entries(value)) {
      const own = shape.properties.get(key) ?? shape.closures.map(({ place }) => place);
      const { xml } = this.generator.shapeOf(own);
      if (xml?.attribute === true) attributes += ` ${tagOf(xml.name ?? key, xml)}="${markupText(child)}"`;
      else inside += this.element(key, child, own, depth + 1);
    }
    return enclosed(tag, attributes, inside);
  }

  /** The name of a list itself counts only where it is wrapped; its items are named by their own schema. */
  list(name: string, items: readonly unknown[], shape: Shape, depth: number, isWrapped: boolean): string {
    const places = shape.rests.map(({ place }) => place);
    const { xml, component = 'item' } = this.generator.shapeOf(places);
    const item = xml?.name ?? (isWrapped && depth === 0 ? component : name);
    const elements = items.map((one) => this.element(item, one, places, depth + 1)).join('');
    if (!isWrapped) return elements;
    return enclosed(tagOf(shape.xml?.name ?? name, shape.xml), namespaceOf(shape.xml), elements);
  }
}

function enclosed(tag: string, attributes: string, inside: string): string {
  return inside === '' ? `<${tag}${attributes}/>` : `<${tag}${attributes}>${inside}</${tag}>`;
}

function tagOf(name: string, xml: XmlForm | undefined): string {
  return xml?.prefix === undefined ? xmlName(name) : `${xmlName(xml.prefix)}:${xmlName(name)}`;
}

export function xmlName(text: string): string {
  return text.replace(/[^\w.-]/g, '_').replace(/^(?![A-Za-z_])/, '_');
}

function namespaceOf(xml: XmlForm | undefined): string {
  if (xml?.namespace === undefined) return '';
  const prefix = xml.prefix === undefined ? '' : `:${xml.prefix.replace(/[^\w.-]/g, '_')}`;
  return ` xmlns${prefix}="${markupText(xml.namespace)}"`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** A value as character data; what XML 1.0 can't say is left out. */
export function markupText(value: unknown): string {
  const text = typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
  return text
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, (character) => entities[character] ?? '');
}
