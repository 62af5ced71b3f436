import { createContract, type Contract } from '../contract/contract.js';
import { valueAt } from '../contract/json-pointer.js';
import type { OpenApiDocument } from '../contract/openapi.js';
import { OptionError } from '../contract/option-error.js';
import type { CompilePattern } from '../contract/patterns/document-patterns.js';
import { runTimeParts } from '../contract/precompiled/run-time-parts.js';
import type { CoreOptions } from '../options/mock-options.js';
import type { ValidateFunction } from '../contract/validation/validate-function.js';

/** The version of the format below. */
export const compiledFormat = 1;

/** An OpenAPI document that `drydock compile` has checked and compiled: the default export of the module that it writes. */
export interface CompiledDocument {
  /** The version of this format. */
  readonly drydock: typeof compiledFormat;
  /** Its source. */
  readonly file: string;
  /** True if its patterns are the package's own; those of others are searched for in linear time. */
  readonly isTrusted: boolean;
  /** The document, with its references resolved inside it. */
  readonly document: OpenApiDocument;
  /** Makes the validators by their keys. */
  readonly makeValidators: (
    at: (pointer: string) => unknown,
    require: (name: string) => object,
    compilePattern: CompilePattern | undefined,
  ) => Readonly<Record<string, ValidateFunction>>;
}

/**
 * The contract of a compiled document; nothing is compiled here.
 *
 * @param examples those that forced responses have
 * @throws OptionError for anything else
 */
export async function contractOf(
  compiled: CompiledDocument,
  examples: CoreOptions['examples'],
): Promise<Contract> {
  const { file, document, isTrusted, makeValidators } = checkedCompiled(compiled);
  const foreign = isTrusted ? undefined : await import('./foreign-document.js');
  const at = (pointer: string): unknown => valueAt(document, pointer);
  const patterns = foreign?.foreignPatterns();
  const validators = makeValidators(at, runTimeParts(isTrusted), patterns?.compile);
  const linesOf = (pointers: readonly string[]): number[] => pointers.map(() => 1);
  return createContract(
    { file, parts: [], document, linesOf, warnings: () => [] },
    {
      compilerFor: undefined,
      validators: (key) => validators[key],
      patternWork: patterns?.work,
      errorMaker: foreign && new foreign.DocumentErrors(document, examples),
    },
  );
}

function checkedCompiled(given: unknown): CompiledDocument {
  const compiled = (typeof given === 'object' ? given : undefined) as
    | Partial<CompiledDocument & Record<'openapi' | 'swagger', unknown>>
    | undefined;
  if (compiled?.drydock === compiledFormat && compiled.makeValidators) return compiled as CompiledDocument;
  const what =
    compiled?.drydock !== undefined
      ? `one of format ${String(compiled.drydock)}, which another version of Drydock wrote`
      : compiled?.openapi !== undefined || compiled?.swagger !== undefined
        ? 'an OpenAPI document itself'
        : typeof given === 'string'
          ? JSON.stringify(given.slice(0, 60))
          : `a value of type ${typeof given}`;
  throw new OptionError(
    `The option document must be a compiled document: run "drydock compile FILE --output document.js" and give what that module exports, got ${what}.`,
  );
}
