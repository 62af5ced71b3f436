import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import type { ValidateFunction } from './validate-function.js';

/** A test holds our own schemas against their meta-schema; compiling that would take most of the time here. */
const options: Options = {
  allErrors: true,
  verbose: true,
  strict: false,
  logger: false,
  validateSchema: false,
};

/** Compiles one of Drydock's own schemas when its validator is first asked for. */
export function ownSchema(schema: object): () => ValidateFunction {
  let compiled: ValidateFunction | undefined;
  return () => (compiled ??= new Ajv2020(options).compile(schema));
}

/** An Ajv that keeps the code of what it compiles, for the build. */
export function codeKeepingAjv(): Ajv2020 {
  return new Ajv2020({ ...options, code: { source: true, lines: true } });
}
