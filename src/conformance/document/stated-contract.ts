import { getOrMake } from '../../contract/get-or-make.js';
import type { Contract } from '../../contract/contract.js';
import { pointersOf } from '../../contract/document/walk-document.js';
import {
  isWorkSpent,
  type ErrorObject,
  type SchemaValidators,
} from '../../contract/validation/schema-validator.js';
import { jsonMediaType, responseFor, type Operation } from '../../contract/operations.js';
import type { OpenApiDocument, Schema } from '../../contract/openapi.js';
import { toPointer } from '../../contract/json-pointer.js';
import type { OneWay } from '../../contract/validation/one-way-properties.js';
import { resolveSchema, typeOf } from '../../contract/schema/resolve-schema.js';
import { ValueGenerator } from '../../values/value-generator.js';
import { PathIndex } from './path-index.js';
import { matchingMediaType, requestMediaOf } from './request-media.js';
import { hasSources, levelOf } from './source.js';
import type { Level } from '../level.js';
import { statedDocument } from './stated-document.js';

/** A contract in two readings: all that the document says, and only what the specification states. */
export class StatedContract {
  private static readonly made = new WeakMap<Contract, StatedContract>();

  /** The two readings of a contract, made once: compiling their validators costs more than some runs do. */
  static of(contract: Contract): StatedContract {
    return getOrMake(StatedContract.made, contract, () => new StatedContract(contract));
  }

  readonly stated: SchemaValidators;
  readonly full: SchemaValidators;
  /** True if this is the service's own document, so that its specification applies as well. */
  readonly own: boolean;
  private readonly statedDocument: OpenApiDocument;
  private paths: PathIndex | undefined;
  private generator: ValueGenerator | undefined;
  private pointers: Map<object, string> | undefined;
  private statedPointers: Map<object, string> | undefined;

  constructor(readonly contract: Contract) {
    this.own = contract.service !== undefined;
    this.full = contract.validators;
    // Without sources the document states everything, and a second reading of a large one would cost seconds.
    const isStated = !this.own && !hasSources(contract.document);
    this.statedDocument = isStated ? contract.document : statedDocument(contract.document);
    this.stated = isStated ? this.full : contract.validators.forVariant(this.statedDocument);
  }

  /** Makes values for requests. */
  get values(): ValueGenerator {
    const { document, validators } = this.contract;
    return (this.generator ??= new ValueGenerator(document, 'request', validators.patternWork));
  }

  /** The level of an operation; MUST for a path or method that the document doesn't have. */
  levelOf(operation: Operation | undefined): Level {
    if (operation === undefined) return 'MUST';
    return levelOf(this.contract.document.paths?.[operation.path]?.[operation.method]);
  }

  /** The schema of an operation's JSON request body, and its pointer. */
  requestSchema(operation: Operation): { pointer: string; schema: Schema } | undefined {
    const { kind, pointer, media } = requestMediaOf(operation) ?? {};
    const schema = media?.schema;
    if (kind === undefined || !/^json|patch$/.test(kind) || schema === undefined) return undefined;
    // Some documents describe what a JSON Patch is applied to.
    if (kind === 'json-patch' && typeOf(resolveSchema(this.contract.document, schema)) !== 'array')
      return undefined;
    return { pointer: `${pointer}/schema`, schema };
  }

  /**
   * Pointer of the schema of a response; where no operation is addressed, of the first operation that documents the status.
   *
   * @param contentType of the response; only JSON has a schema here
   */
  responseSchema(
    operation: Operation | undefined,
    status: number,
    contentType = 'application/json',
  ): string | undefined {
    const candidates = operation ? [operation] : this.contract.operations;
    for (const candidate of candidates) {
      const response = responseFor(candidate, status);
      const content = response?.value.content;
      const mediaType = matchingMediaType(content, contentType) ?? jsonMediaType(content);
      if (response && mediaType !== undefined && response.value.content?.[mediaType]?.schema !== undefined)
        return `${response.pointer}${toPointer(['content', mediaType, 'schema'])}`;
    }
    return undefined;
  }

  /** The operations whose path templates match a path, whatever their methods. */
  operationsAt(path: string): Operation[] {
    this.paths ??= new PathIndex(this.contract.operations);
    return this.paths.operationsAt(path);
  }

  /**
   * The errors of a value against a schema of the document; empty when it is valid, undefined where the document's patterns take too
   * much work on it.
   *
   * @param otherWay marks the properties that need not be there in this direction: `readOnly` in a request, `writeOnly` in a response
   */
  errors(
    pointer: string,
    level: Level,
    otherWay: OneWay,
    value: unknown,
  ): readonly ErrorObject[] | undefined {
    const validators = level === 'MUST' ? this.stated : this.full;
    const validator = validators.oneWayAt(pointer, otherWay);
    const errors = validators.errors(validator, value);
    return errors.length > 0 && isWorkSpent(validator) ? undefined : errors;
  }

  /** The pointer of a schema object of either reading in the document. */
  pointerOf(schema: object | undefined): string | undefined {
    this.pointers ??= pointersOf(this.contract.document);
    if (this.statedDocument !== this.contract.document)
      this.statedPointers ??= pointersOf(this.statedDocument);
    return schema && (this.pointers.get(schema) ?? this.statedPointers?.get(schema));
  }
}
