import { isDeepStrictEqual } from 'node:util';
import { fromPointer, toPointer, valueAt } from '../../contract/json-pointer.js';
import { examplesOf, responseFor, type Operation } from '../../contract/operations.js';
import type { OpenApiDocument, SchemaObject } from '../../contract/openapi.js';
import type { ValueGenerator } from '../../values/value-generator.js';
import type { StatedContract } from './stated-contract.js';
import type { LocatedProblem } from './located-problems.js';

/** A contradiction within a document. */
export interface OwnMistake {
  /** JSON pointer of the example, or of the schema. */
  readonly pointer: string;
  /** A clause: what is contradictory. */
  readonly why: string;
}

/**
 * Returns whether a breach of a schema is the document's own: because it shows the same value itself, as an example or a default, or
 * because nothing satisfies the schema.
 *
 * @param answer status and body of the response that has the problem, and the schema that it breaks
 */
export function ownMistake(
  { contract: { document }, values }: Pick<StatedContract, 'contract' | 'values'>,
  operation: Operation | undefined,
  answer: { readonly status: number; readonly body: unknown; readonly schema: string },
  problem: LocatedProblem,
): OwnMistake | undefined {
  const example = exampleOf(document, operation, answer, problem);
  if (example !== undefined) return { pointer: example, why: 'whose example says so too' };
  const { documentPointer } = problem;
  if (documentPointer === undefined) return undefined;
  const schema =
    contradictionAt(values, documentPointer) ??
    contradictionIn(values, answer.schema, problem, documentPointer);
  return schema ? { pointer: schema, why: 'whose schema no value satisfies' } : undefined;
}

/** The schema around a broken keyword that no value can satisfy, by its pointer; undefined where there is none. */
function contradictionAt(values: ValueGenerator, keyword: string): string | undefined {
  let pointer = keyword.slice(0, keyword.lastIndexOf('/'));
  for (;;) {
    if (values.isContradictory(pointer)) return pointer;
    // The keywords of a branch are about the same value as the schema around it.
    const outer = pointer.replace(/\/(allOf|oneOf|anyOf)\/\d+$/, '');
    if (outer === pointer) return undefined;
    pointer = outer;
  }
}

/**
 * The same for the part of the body that has the problem, where several schemas contradict one another only together. A property that
 * is missing or unknown is a problem of the object around it.
 */
function contradictionIn(
  values: ValueGenerator,
  schema: string,
  { pointer }: LocatedProblem,
  keyword: string,
): string | undefined {
  const path = fromPointer(pointer);
  const name = path.at(-1);
  const isOfObject = /\/(additionalProperties|unevaluatedProperties|required)$/.test(keyword);
  const isMissing = name !== undefined && keyword.endsWith(toPointer(['properties', name]));
  const place = isOfObject || isMissing ? path.slice(0, -1) : path;
  return values.isContradictory(schema, place) ? keyword.slice(0, keyword.lastIndexOf('/')) : undefined;
}

function exampleOf(
  document: OpenApiDocument,
  operation: Operation | undefined,
  { status, body }: { readonly status: number; readonly body: unknown },
  { pointer, documentPointer }: LocatedProblem,
): string | undefined {
  const inSchema = documentPointer && exampleBeside(document, documentPointer, valueAt(body, pointer));
  return inSchema ?? (operation && exampleOfResponse(document, operation, status, body));
}

function exampleOfResponse(
  document: OpenApiDocument,
  operation: Operation,
  status: number,
  body: unknown,
): string | undefined {
  const response = responseFor(operation, status);
  for (const [name, media] of Object.entries(response?.value.content ?? {})) {
    const found = [...examplesOf(document, media)].some(([, example]) => isDeepStrictEqual(example, body));
    if (found) return `${response?.pointer ?? ''}${toPointer(['content', name])}`;
    const schema = `${response?.pointer ?? ''}${toPointer(['content', name, 'schema', 'type'])}`;
    const inSchema = exampleBeside(document, schema, body);
    if (inSchema !== undefined) return inSchema;
  }
  return undefined;
}

/** The example of the schema that has a keyword, or of one around it that was met on the way. */
function exampleBeside(document: OpenApiDocument, keyword: string, value: unknown): string | undefined {
  const pointer = keyword.slice(0, keyword.lastIndexOf('/'));
  const schema = valueAt(document, pointer) as SchemaObject | undefined;
  if (typeof schema !== 'object') return undefined;
  const { example, examples = [], default: given } = schema;
  if (example !== undefined && isDeepStrictEqual(example, value)) return `${pointer}/example`;
  const index = examples.findIndex((one) => isDeepStrictEqual(one, value));
  if (index !== -1) return `${pointer}/examples/${index}`;
  return given !== undefined && isDeepStrictEqual(given, value) ? `${pointer}/default` : undefined;
}
