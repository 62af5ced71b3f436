/** The matchers of `drydock-kit/jest`, with types for Vitest: `expect.extend(contractMatchers)`. */
import type { ContractMatchers } from './jest.js';

/* oxlint-disable typescript/no-empty-object-type, typescript/no-explicit-any, typescript/ban-ts-comment -- as Vitest's own types declare it */
/** @ts-ignore: a project that uses other runners may not have the module. */
declare module 'vitest' {
  interface Assertion<T = any> extends ContractMatchers {}
}

export { contractMatchers } from './jest.js';
export type { ContractExpectation, ContractMatchers } from './jest.js';
