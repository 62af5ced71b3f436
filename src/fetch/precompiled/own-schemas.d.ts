import type { ValidateFunction } from '../../contract/validation/validate-function.js';

/** @param require gives the parts that the code names */
declare function makeValidators(
  require: (name: string) => object,
): Readonly<Record<'scenario' | 'verification', ValidateFunction>>;
export default makeValidators;
