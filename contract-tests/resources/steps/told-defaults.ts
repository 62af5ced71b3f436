import type { SchemaObject } from '../../../src/contract/openapi.js';
import { valueAt } from '../../../src/contract/json-pointer.js';
import type { Operation } from '../../../src/contract/operations.js';
import type { StatedContract } from '../../../src/conformance/document/stated-contract.js';

/**
 * The default of a field in what a POST makes, where a description names it in the usual words: "`priority` defaults to `normal`" of the
 * operation, or "Defaults to normal" of the field. Only one of the values that the schema lists, or of a boolean, is one for sure.
 */
export function toldDefault(
  { contract: { document } }: StatedContract,
  operation: Operation,
  name: string,
  schema: SchemaObject,
): unknown {
  if (operation.method !== 'post' || name.length < 2) return undefined;
  const { description = '' } = (valueAt(document, operation.pointer) ?? {}) as { description?: string };
  const field = name.replaceAll(/[^\w-]/g, '');
  const ofOperation = new RegExp(
    `(?:^|[^\\w-])[\`'"]?${field}[\`'"]? defaults to [\`'"]?([\\w-]+)`,
    'i',
  ).exec(description)?.[1];
  const words = typeof schema.description === 'string' ? schema.description : '';
  const ofField = /\b(?:defaults to|default is)[: ]+[`'"]?([\w-]+)/i.exec(words)?.[1];
  const word = ofOperation ?? ofField;
  if (schema.type === 'boolean') return word === 'true' ? true : word === 'false' ? false : undefined;
  return schema.enum?.find((one) => typeof one === 'string' && one === word);
}
