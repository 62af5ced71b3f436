import * as yaml from 'yaml';
import { isObject, jsonEqual } from '../../contract/schema/json-equal.js';
import type { ScenarioDefinition } from '../schema/scenario-file.js';

/** The text of a new scenario file. */
export function newFileText(definition: ScenarioDefinition): string {
  return yaml.stringify(definition, { lineWidth: 120 });
}

/**
 * A scenario file's text with another content. What stays keeps its comments, its order and its form; a text that is no YAML is
 * replaced whole.
 */
export function mergeDefinition(text: string, definition: ScenarioDefinition): string {
  const document = yaml.parseDocument(text);
  if (document.errors.length > 0 || !yaml.isMap(document.contents)) return newFileText(definition);
  merge(document, document.contents, definition);
  return document.toString({ lineWidth: 120 });
}

function merge(document: yaml.Document, node: unknown, value: unknown): unknown {
  if (jsonEqual(plain(document, node), value)) return node;
  if (yaml.isMap(node) && isObject(value)) return mergeMap(document, node, value);
  if (yaml.isSeq(node) && Array.isArray(value)) {
    node.items = value.map((item: unknown, index) => merge(document, node.items[index], item));
    return node;
  }
  if (yaml.isScalar(node) && typeof value !== 'object') {
    node.value = value;
    return node;
  }
  return document.createNode(value);
}

function mergeMap(document: yaml.Document, map: yaml.YAMLMap, value: Readonly<Record<string, unknown>>) {
  map.items = map.items.filter(({ key }) => Object.hasOwn(value, String(plain(document, key))));
  for (const [name, field] of Object.entries(value)) {
    const pair = map.items.find(({ key }) => plain(document, key) === name);
    if (pair) pair.value = merge(document, pair.value, field);
    else map.items.push(document.createPair(name, field));
  }
  return map;
}

function plain(document: yaml.Document, node: unknown): unknown {
  return yaml.isNode(node) ? (node.toJS(document, { maxAliasCount: 100 }) as unknown) : node;
}
