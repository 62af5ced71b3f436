import { createContract, type Contract } from '../../contract/contract.js';
import { pointersOf, subschemaKeywords } from '../../contract/document/walk-document.js';
import { toPointer, valueAt } from '../../contract/json-pointer.js';
import { isJsonMediaType } from '../../contract/operations.js';
import type { OpenApiDocument, Schema } from '../../contract/openapi.js';
import type { NeededValidator } from '../../contract/precompiled/precompile-validators.js';
import { followSchema } from '../../contract/schema/resolve-schema.js';
import { validatorKey, type CompileSchema } from '../../contract/validation/schema-compiler.js';
import type { ValidateFunction } from '../../contract/validation/validate-function.js';
import { serveOperation } from '../../mock/served-operation.js';

/** Every validator that serving a document can need: found by serving each operation with a compiler that only takes notes. */
export function neededValidators({ file, document }: Pick<Contract, 'file' | 'document'>): NeededValidator[] {
  const needed = new Map<string, NeededValidator>();
  const compile: CompileSchema = (pointer, variant) => {
    needed.set(validatorKey(pointer, variant), { pointer, variant });
    return (() => true) as unknown as ValidateFunction;
  };
  const loaded = { file, parts: [], document, linesOf: () => [], warnings: () => [] };
  const contract = createContract(loaded, { compilerFor: () => compile });
  for (const operation of contract.operations) prepare(contract, operation);
  addBranches(contract, [...needed.values()]);
  return [...needed.values()];
}

function prepare(contract: Contract, operation: Contract['operations'][number]): void {
  const { validators } = contract;
  const answer = () => ({ status: 500, message: '', errors: [] });
  const served = serveOperation(contract, operation, { answer, answeredBy: 'document' });
  const { readParameters: _, body } = served;
  for (const mediaType of Object.keys(operation.requestBody?.value.content ?? {})) body?.readerOf(mediaType);
  for (const { pointer, value } of operation.responses.values()) {
    for (const [mediaType, { schema }] of Object.entries(value.content ?? {})) {
      if (!isJsonMediaType(mediaType) || schema === undefined) continue;
      const at = pointer + toPointer(['content', mediaType, 'schema']);
      validators.at(at);
      validators.oneWayAt(at, 'writeOnly');
    }
  }
}

/** Adds the branches of unions, each of which is validated alone to explain a problem by the nearest one. */
function addBranches({ document, validators }: Contract, needed: readonly NeededValidator[]): void {
  const pointers = pointersOf(document);
  for (const { pointer, variant } of needed) {
    const direction = variant.optional?.direction;
    for (const branch of branchesIn(document, pointer)) {
      const at = pointers.get(branch);
      if (at === undefined) continue;
      if (direction) validators.oneWayAt(at, direction);
      else validators.at(at);
    }
  }
}

/** The branches of all unions that the schema at a pointer reaches. */
function branchesIn(document: OpenApiDocument, pointer: string): Set<object> {
  const branches = new Set<object>();
  const seen = new Set<object>();
  const open: unknown[] = [valueAt(document, pointer)];
  while (open.length > 0) {
    const next = open.pop();
    if (next === undefined) continue;
    const schema = followSchema(document, next as Schema);
    for (const part of [next, schema]) {
      if (typeof part !== 'object' || part === null || seen.has(part)) continue;
      seen.add(part);
      for (const keyword of ['anyOf', 'oneOf'])
        for (const branch of listOf((part as Record<string, unknown>)[keyword])) branches.add(branch);
      for (const [keyword, kind] of subschemaKeywords) {
        const inner = (part as Record<string, unknown>)[keyword];
        open.push(...(kind === 'schema' ? [inner] : (Object.values(Object(inner) as object) as unknown[])));
      }
    }
  }
  return branches;
}

function listOf(value: unknown): object[] {
  if (!Array.isArray(value)) return [];
  return (value as unknown[]).filter((one): one is object => typeof one === 'object' && one !== null);
}
