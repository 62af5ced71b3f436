import type { Contract } from '../../contract/contract.js';
import { DocumentPatterns } from '../../contract/patterns/document-patterns.js';
import { validatorsCode } from '../../contract/precompiled/precompile-validators.js';
import { compiledFormat, type CompiledDocument } from '../compiled-document.js';
import { neededValidators } from './needed-validators.js';

/** The code of a `CompiledDocument`, an object literal. */
export function compiledDocumentCode(
  contract: Pick<Contract, 'file' | 'document' | 'operations'>,
  { file, isTrusted }: Pick<CompiledDocument, 'file' | 'isTrusted'>,
): string {
  const { document } = contract;
  const patterns = isTrusted ? undefined : new DocumentPatterns().compile;
  return [
    '{',
    `drydock: ${compiledFormat},`,
    `file: ${JSON.stringify(file)},`,
    `isTrusted: ${isTrusted},`,
    `document: ${jsonCode(document)},`,
    `makeValidators: ${validatorsCode(document, neededValidators(contract), patterns)},`,
    '}',
  ].join('\n');
}

/** A JSON value as code. As a text it is parsed faster than as a literal, and a key `__proto__` stays a key. */
export function jsonCode(value: unknown): string {
  const text = JSON.stringify(value).replace(/[\\'\u2028\u2029]/g, (character) =>
    character === "'" || character === '\\' ? `\\${character}` : JSON.stringify(character).slice(1, -1),
  );
  return `JSON.parse('${text}')`;
}
