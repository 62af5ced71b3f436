import type { Contract } from '../../contract/contract.js';
import { pointersOf } from '../../contract/document/pointers-of.js';
import type { SchemaValidators } from '../../contract/validation/schema-validator.js';
import type { ValidateFunction } from '../../contract/validation/schema-validator.js';
import { jsonMediaType, responseFor } from '../../contract/operations.js';
import type { Operation } from '../../contract/operations.js';
import type { OpenApiDocument, Schema } from '../../contract/openapi.js';
import { toPointer } from '../../contract/json-pointer.js';
import { levelOf } from './source.js';
import type { Level } from '../level.js';
import { statedDocument } from './stated-document.js';

/** A contract in two readings: all that the document says, and only what the specification states. */
export class StatedContract {
  private static readonly made = new WeakMap<Contract, StatedContract>();

  /** The two readings of a contract, made once: compiling their validators costs more than some runs do. */
  static of(contract: Contract): StatedContract {
    const made = StatedContract.made.get(contract) ?? new StatedContract(contract);
    StatedContract.made.set(contract, made);
    return made;
  }

  readonly stated: SchemaValidators;
  readonly full: SchemaValidators;
  /** Whether this is the service's own document, so that its specification applies as well. */
  readonly own: boolean;
  private readonly statedDocument: OpenApiDocument;
  private pointers: Map<object, string> | undefined;

  constructor(readonly contract: Contract) {
    this.statedDocument = statedDocument(contract.document);
    this.stated = contract.validators.forVariant(this.statedDocument);
    this.full = contract.validators;
    this.own = contract.service !== undefined;
  }

  /** How strongly an operation binds; MUST for a path or method that the document doesn't have. */
  levelOf(operation: Operation | undefined): Level {
    if (operation === undefined) return 'MUST';
    return levelOf(this.contract.document.paths?.[operation.path]?.[operation.method]);
  }

  /** The schema of an operation's JSON request body, and its pointer. */
  requestSchema(operation: Operation): { pointer: string; schema: Schema } | undefined {
    const body = operation.requestBody;
    const mediaType = jsonMediaType(body?.value.content);
    const schema = mediaType === undefined ? undefined : body?.value.content?.[mediaType]?.schema;
    if (!body || mediaType === undefined || schema === undefined) return undefined;
    return { pointer: `${body.pointer}${toPointer(['content', mediaType, 'schema'])}`, schema };
  }

  /** Pointer of the schema of a response; where no operation is addressed, of the first operation that documents the status. */
  responseSchema(operation: Operation | undefined, status: number): string | undefined {
    const candidates = operation ? [operation] : this.contract.operations;
    for (const candidate of candidates) {
      const response = responseFor(candidate, status);
      const mediaType = jsonMediaType(response?.value.content);
      if (response && mediaType !== undefined && response.value.content?.[mediaType]?.schema !== undefined)
        return `${response.pointer}${toPointer(['content', mediaType, 'schema'])}`;
    }
    return undefined;
  }

  validator(pointer: string, level: Level): ValidateFunction {
    return (level === 'MUST' ? this.stated : this.full).at(pointer);
  }

  /** Where a schema object of either reading stands in the document. */
  pointerOf(schema: object | undefined): string | undefined {
    this.pointers ??= new Map([...pointersOf(this.contract.document), ...pointersOf(this.statedDocument)]);
    return schema && this.pointers.get(schema);
  }
}
