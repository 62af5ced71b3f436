import { bodyNodes, changed, type BodyNode } from '../../../src/conformance/cases/generate/body-nodes.js';
import { fullerBody } from '../../../src/conformance/cases/generate/fuller-body.js';
import { acceptsText } from '../../../src/conformance/cases/parameters/parameter-value.js';
import type { Planner } from '../../../src/conformance/cases/planner.js';
import { withJson, type RequestParts } from '../../../src/conformance/cases/request.js';
import type { Schema, SchemaObject } from '../../../src/contract/openapi.js';
import type { Operation } from '../../../src/contract/operations.js';
import { canonicalText, isObject } from '../../../src/contract/schema/json-equal.js';
import { followSchema, resolveSchema } from '../../../src/contract/schema/resolve-schema.js';
import { seededRandom } from '../../../src/contract/seeded-random.js';
import type { ExistingThing } from '../../resources/steps/existing-things.js';
import type { AllowedRequest } from './allowed-request.js';

/** Characters that a pattern may allow beside letters. */
const rareCharacters = ['_', '-', '.', '~', '7'];
/** Elements at most of a list that is as long as it may be. */
const maxElements = 50;

/** Characters at most by which a text is made longer. */
const maxMore = 24;

/** Requests whose bodies are at an edge of what the document allows in one place, each beside one that is further inside. */
export function edgeBodies(
  planner: Planner,
  operation: Operation,
  valid: RequestParts,
  schema: Schema,
  usual: unknown,
): AllowedRequest[] {
  const { stated } = planner;
  const { document } = stated.contract;
  const body = isObject(usual) ? fullerBody(stated, operation, usual) : usual;
  const root = { path: [], schema: resolveSchema(document, schema), value: body, required: true };
  const nodes = [root, ...bodyNodes(document, schema, body, 'first')];
  return nodes.flatMap((node) => {
    const accepts = (value: unknown) => planner.accepts(operation, changed(body, node.path, value));
    const edges = [
      ...[...longestLists(planner, node), ...otherOffsets(planner, node)],
      ...[...rareTexts(node), ...longestByPattern(node, accepts)],
    ];
    const field = node.path.length === 0 ? 'the body' : node.path.join('.');
    return edges
      .filter(({ value, inside }) => accepts(value) && accepts(inside))
      .map(({ what, value, inside }): AllowedRequest => ({
        ...{ detail: `${field} ${what}`, title: `${field} has ${what}` },
        request: withJson(valid, changed(body, node.path, value)),
        twin: {
          title: `${field} is further inside`,
          request: withJson(valid, changed(body, node.path, inside)),
        },
      }));
  });
}

interface Edge {
  readonly what: string;
  readonly value: unknown;
  /** A value that a server takes if it takes the form of the other. */
  readonly inside: unknown;
}

/** A list as long as it may be, beside the same without its first element, which is the usual one. */
function longestLists(planner: Planner, { schema, value }: BodyNode): Edge[] {
  const { maxItems, uniqueItems, items } = schema as SchemaObject & { maxItems?: unknown };
  if (!Array.isArray(value) || typeof maxItems !== 'number' || maxItems > maxElements || maxItems < 2)
    return [];
  const elements = elementsOf(planner, items, value[0], maxItems);
  if (
    elements === undefined ||
    (uniqueItems === true && new Set(elements.map(canonicalText)).size < maxItems)
  )
    return [];
  return [{ what: `${maxItems} elements`, value: elements, inside: elements.slice(1) }];
}

/** So many elements, different ones as far as the schema has them. */
export function elementsOf(
  { stated }: Planner,
  items: Schema | undefined,
  first: unknown,
  count: number,
): unknown[] | undefined {
  const target = items === undefined ? undefined : followSchema(stated.contract.document, items);
  const pointer = target && stated.pointerOf(target);
  const made = Array.from({ length: pointer === undefined ? 0 : 2 * count }, (_, seed) =>
    stated.values.generate(pointer ?? '', { random: seededRandom(seed, 'element'), examples: 'none' }),
  );
  const all = [...(first === undefined ? [] : [first]), ...made];
  const distinct = [...new Map(all.map((one) => [canonicalText(one), one])).values()];
  if (distinct.length === 0) return undefined;
  return Array.from({ length: count }, (_, index) => distinct[index % distinct.length]);
}

/** The same moment with another offset, as RFC 3339 has it; where the document speaks of UTC, it may want Z. */
function otherOffsets({ stated }: Planner, { schema, value }: BodyNode): Edge[] {
  const { format, description } = schema;
  const info = stated.contract.document.info as { description?: unknown } | undefined;
  const words = [description, info?.description].map(String).join('\n');
  if (format !== 'date-time' || /\b(?:UTC|GMT|Zulu)\b/.test(words)) return [];
  const moment = typeof value === 'string' ? Date.parse(value) : NaN;
  if (!Number.isFinite(moment)) return [];
  const text = (time: number) => new Date(time).toISOString().slice(0, 19);
  return [
    {
      what: 'an offset of two hours',
      value: `${text(moment + 7_200_000)}+02:00`,
      inside: `${text(moment)}Z`,
    },
  ];
}

/** A text with each rare character that its pattern allows, beside one with a letter there; a text of letters beyond ASCII as long as it may be. */
function rareTexts({ schema, value }: BodyNode): Edge[] {
  if (typeof value !== 'string' || schema.enum !== undefined || schema.const !== undefined) return [];
  const { pattern, format, maxLength } = schema as SchemaObject & { maxLength?: unknown };
  if (pattern !== undefined)
    return rareSpellings(value).map((edge) => ({ ...edge, what: `"${edge.what}" in it` }));
  if (format !== undefined || typeof maxLength !== 'number' || maxLength > 1000) return [];
  return [
    {
      what: `${maxLength} letters with an accent`,
      value: 'é'.repeat(maxLength),
      inside: 'e'.repeat(maxLength),
    },
  ];
}

/** A text as long as its pattern allows, with its last character again and again, beside the usual one. */
function longestByPattern({ schema, value }: BodyNode, accepts: (value: unknown) => boolean): Edge[] {
  if (typeof value !== 'string' || schema.pattern === undefined || schema.maxLength !== undefined) return [];
  const last = value.slice(-1);
  let longest = value;
  while (longest.length < value.length + maxMore && accepts(longest + last)) longest += last;
  const isBounded = !accepts(longest + last);
  return isBounded && longest !== value
    ? [{ what: `${longest.length} characters`, value: longest, inside: value }]
    : [];
}

function rareSpellings(text: string): Edge[] {
  const middle = Math.floor(text.length / 2);
  const within = (character: string) => `${text.slice(0, middle)}${character}${text.slice(middle + 1)}`;
  if (text.length < 3) return [];
  const letter = ['a', 'A', '1'].find((one) => /[a-z]/.test(text) === /[a-z]/.test(one)) ?? 'a';
  const rare = rareCharacters.filter((one) => !/\d/.test(one) || !/\d/.test(text));
  return rare.map((what) => ({ what, value: within(what), inside: within(letter) }));
}

/** A PUT that makes what its path names, by names with each rare character that the path allows. */
export function rareNames(planner: Planner, { operation, values }: ExistingThing): AllowedRequest[] {
  const [, name = ''] = /\{([^{}]+)\}$/.exec(operation.path) ?? [];
  const parameter = operation.parameters.find(({ value }) => value.in === 'path' && value.name === name);
  const value = values[name];
  if (operation.method !== 'put' || !operation.responses.has('201')) return [];
  if (parameter === undefined || typeof value !== 'string') return [];
  const accepts = (one: unknown) => acceptsText(planner.stated, `${parameter.pointer}/schema`, one);
  const at = (one: unknown) => planner.request(operation, { ...values, [name]: one });
  return rareSpellings(value)
    .filter((edge) => accepts(edge.value) && accepts(edge.inside))
    .map(({ what, value: rare, inside }) => ({
      ...{ detail: `${name} ${what}`, title: `a name with "${what}" in the path`, request: at(rare) },
      twin: { title: 'another name in the path', request: at(inside) },
      makesIt: true,
    }));
}
