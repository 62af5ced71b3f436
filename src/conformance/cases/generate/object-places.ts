import type { OpenApiDocument, Schema, SchemaObject } from '../../../contract/openapi.js';
import { isObject } from '../../../contract/schema/json-equal.js';
import { resolveSchema } from '../../../contract/schema/resolve-schema.js';
import { bodyNodes, type BodyNode } from './body-nodes.js';
import { unknownField } from './broken-constraints.js';

/** A change of one field of an object that the object's own keywords may exclude; a validator decides which of them really do. */
export interface FieldChange {
  readonly path: BodyNode['path'];
  readonly kind: 'missing' | 'constraint';
  /** Undefined where the field is removed. */
  readonly value: unknown;
}

/** Keywords by which one field of an object decides about another. */
const conditional = ['if', 'dependentRequired', 'dependentSchemas', 'dependencies'];

/**
 * Changes of single fields that break a keyword of the object around them: an unknown field of a closed body, a field that another one
 * demands, and another listed value of a field that others depend on.
 */
export function fieldChanges(document: OpenApiDocument, schema: Schema, body: unknown): FieldChange[] {
  const root = { path: [], schema: resolveSchema(document, schema), value: body };
  const objects = [root, ...bodyNodes(document, schema, body, 'first')];
  const isClosed = isObject(body) && isClosedSchema(root.schema);
  const added: FieldChange[] = isClosed ? [{ path: [unknownField], kind: 'constraint', value: 'x' }] : [];
  return [...added, ...objects.flatMap((node) => dependentChanges(document, node))];
}

function isClosedSchema({ additionalProperties, unevaluatedProperties }: SchemaObject): boolean {
  return additionalProperties === false || unevaluatedProperties === false;
}

function dependentChanges(
  document: OpenApiDocument,
  { path, schema, value }: Pick<BodyNode, 'path' | 'schema' | 'value'>,
): FieldChange[] {
  if (!isObject(value) || !conditional.some((keyword) => schema[keyword] !== undefined)) return [];
  return Object.entries(value).flatMap(([name, current]): FieldChange[] => {
    const field = [...path, name];
    const others = (resolveSchema(document, schema.properties?.[name]).enum ?? []).filter(
      (listed) => listed !== current,
    );
    const removed: FieldChange[] =
      schema.required?.includes(name) === true ? [] : [{ path: field, kind: 'missing', value: undefined }];
    return [
      ...removed,
      ...others.map((listed) => ({ path: field, kind: 'constraint' as const, value: listed })),
    ];
  });
}
