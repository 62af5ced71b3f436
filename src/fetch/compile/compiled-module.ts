import type { Contract } from '../../contract/contract.js';
import { DocumentPatterns } from '../../contract/patterns/document-patterns.js';
import { validatorsCode } from '../../contract/precompiled/precompile-validators.js';
import { compiledFormat, type CompiledDocument } from '../compiled-document.js';
import { neededValidators } from './needed-validators.js';

type CompilableContract = Pick<Contract, 'file' | 'document' | 'operations'>;

/** The forms of module that can be written, by the extensions of their files. */
export const moduleForms = ['.js', '.mjs', '.cjs', '.ts'] as const;
type ModuleForm = (typeof moduleForms)[number];

export function isModuleForm(extension: string): extension is ModuleForm {
  return (moduleForms as readonly string[]).includes(extension);
}

/** The text of a module that exports a `CompiledDocument`. @param file what to name it by */
export function compiledModule(contract: CompilableContract, file: string, form: ModuleForm): string {
  const note = `Made by drydock compile from ${JSON.stringify(file)}: make it again when the document or Drydock changes.`;
  const code = compiledDocumentCode(contract, { file, isTrusted: false });
  if (form === '.cjs') return `/* ${note} */\nmodule.exports = ${code};\n`;
  if (form === '.ts')
    return [
      '// @ts-nocheck -- the code of the validators has no types',
      `/* ${note} */`,
      "import type { CompiledDocument } from 'drydock-kit/fetch';",
      `const compiled: CompiledDocument = ${code};`,
      'export default compiled;',
      '',
    ].join('\n');
  return `/* ${note} */\nexport default ${code};\n`;
}

/** The code of a `CompiledDocument`, an object literal. */
export function compiledDocumentCode(
  contract: CompilableContract,
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
