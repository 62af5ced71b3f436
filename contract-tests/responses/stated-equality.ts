import type { StatedContract } from '../../src/conformance/document/stated-contract.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { header, type CompletedExchange } from '../../src/conformance/target/exchange.js';
import type { OpenApiDocument, Schema } from '../../src/contract/openapi.js';
import { toPointer, valueAt } from '../../src/contract/json-pointer.js';
import { isObject } from '../../src/contract/schema/json-equal.js';
import { resolveSchema } from '../../src/contract/schema/resolve-schema.js';
import { shown } from '../../src/contract/validation/problem-text.js';
import { descriptionsOf, sentencesOf } from '../../src/contract/prose/descriptions.js';

/** A field and a header, or another field, of one response. */
interface Equality {
  /** Path of the field; of one name also inside of `error`. */
  readonly field: readonly string[];
  readonly other: { readonly header: string } | { readonly field: readonly string[] };
}

/** Equalities that the descriptions of a document state, by the document. */
const known = new WeakMap<StatedContract, readonly Equality[]>();
/** Objects in objects. */
const maxDepth = 4;

export default rule({
  title: 'What a description calls equal in a response is equal.',
  level: 'MUST',
  section: 'document',
  sentence: 'The descriptions of the service and of the fields of a response.',
  expected: ['the same value in both places'],
  appliesTo: { document: 'other' },
  check(exchange, { stated }) {
    const { json, operation, response } = exchange;
    if (!json.ok || !isObject(json.value) || operation === undefined) return undefined;
    const told =
      known.get(stated) ??
      descriptionsOf(stated.contract.document).flatMap(sentencesOf).flatMap(equalitiesIn);
    known.set(stated, told);
    const pointer = stated.responseSchema(operation, response.status);
    const schema = pointer === undefined ? undefined : (valueAt(stated.contract.document, pointer) as Schema);
    const described = ofPointer(stated, pointer, schema);
    const both = [...told, ...described].flatMap((one) => valuesOf(exchange, one) ?? []);
    if (both.length === 0) return undefined;
    const wrong = both.find(({ value, other }) => shownValue(value) !== shownValue(other));
    if (wrong === undefined) return 'pass';
    const { path, value, name, other } = wrong;
    return {
      actual: `${path.join('.')} is ${shown(value)}, and ${name} is ${shown(other)}`,
      pointer: toPointer(path),
      kind: `${path.join('.')} other than ${name}`,
    };
  },
});

/** Such as: `error.requestId` equals the header `X-Request-Id`. */
function equalitiesIn(sentence: string): Equality[] {
  const stated =
    /`([\w.-]+)`\s+(?:always\s+)?(?:equals|is equal to|is the same as|repeats)\s+(?:the\s+)?(header|field|member|value of)?\s*`([\w.-]+)`/i.exec(
      sentence,
    );
  const [, one = '', kind = '', other = ''] = stated ?? [];
  if (one === '' || other === '') return [];
  const isHeader = (name: string) => name.includes('-');
  if (isHeader(one) && isHeader(other)) return [];
  if (isHeader(one)) return [{ field: other.split('.'), other: { header: one } }];
  const told = /header/i.test(kind) || isHeader(other) ? { header: other } : { field: other.split('.') };
  return [{ field: one.split('.'), other: told }];
}

/** Equalities by the schemas of responses, by their pointers. */
const ofSchemas = new WeakMap<StatedContract, Map<string, readonly Equality[]>>();

function ofPointer(stated: StatedContract, pointer = '', schema: Schema | undefined): readonly Equality[] {
  const found = ofSchemas.get(stated) ?? new Map<string, readonly Equality[]>();
  ofSchemas.set(stated, found);
  const own = found.get(pointer) ?? ofFields(stated.contract.document, schema, []);
  found.set(pointer, own);
  return own;
}

/** The fields of a schema whose own description names a header that they equal. */
function ofFields(
  document: OpenApiDocument,
  schema: Schema | undefined,
  path: readonly string[],
): Equality[] {
  if (schema === undefined || path.length > maxDepth) return [];
  const { properties = {} } = resolveSchema(document, schema);
  return Object.entries(properties).flatMap(([name, property]) => {
    const { description = '' } = resolveSchema(document, property) as { description?: string };
    const [, told] = ofHeader.exec(description) ?? [];
    const own = told === undefined ? [] : [{ field: [...path, name], other: { header: told } }];
    return [...own, ...ofFields(document, property, [...path, name])];
  });
}

/** Such as: the value of the X-Request-Id header. */
const ofHeader =
  /\b(?:equals|equal to|same as|value of|repeats|that of)\b[^.]*?\b((?:X|[A-Z][a-z]+)-[A-Za-z-]+)\b/;

/** A number and its digits in a header are the same. */
function shownValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function valuesOf({ json, response }: CompletedExchange, { field, other }: Equality) {
  const body = json.ok ? json.value : undefined;
  const at = (path: readonly string[]) =>
    [path, ...(path.length === 1 ? [['error', ...path]] : [])]
      .map((one) => ({ path: one, value: valueAt(body, toPointer(one)) }))
      .find(({ value }) => ['string', 'number', 'boolean'].includes(typeof value));
  const one = at(field);
  const second = 'header' in other ? header(response, other.header) : at(other.field)?.value;
  if (one === undefined || second === undefined) return undefined;
  const name = 'header' in other ? other.header : other.field.join('.');
  return [{ ...one, name, other: second }];
}
