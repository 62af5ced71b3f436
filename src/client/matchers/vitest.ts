/** The matchers of `drydock-kit/jest`, with types for Vitest: `expect.extend(contractMatchers)`. */
import type { ContractMatchers } from './jest.js';

/* eslint-disable @typescript-eslint/no-empty-object-type, @typescript-eslint/no-unused-vars, @typescript-eslint/no-explicit-any, @typescript-eslint/ban-ts-comment -- as Vitest's own types declare it */
/** @ts-ignore: this package itself is tested by Jest and does not have the module. */
declare module 'vitest' {
  interface Assertion<T = any> extends ContractMatchers {}
}
/* eslint-enable */

export { contractMatchers } from './jest.js';
export type { ContractExpectation, ContractMatchers } from './jest.js';
