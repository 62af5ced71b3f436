import type { Contract } from '../../contract/contract.js';
import { compiledDocumentCode } from './compile-document.js';

/** The forms of module that can be written, by the extensions of their files. */
export const moduleForms = ['.js', '.mjs', '.cjs', '.ts'] as const;
type ModuleForm = (typeof moduleForms)[number];

export function isModuleForm(extension: string): extension is ModuleForm {
  return (moduleForms as readonly string[]).includes(extension);
}

/** The text of a module that exports a `CompiledDocument`. @param file what to name it by */
export function compiledModule(
  contract: Pick<Contract, 'file' | 'document' | 'operations'>,
  file: string,
  form: ModuleForm,
): string {
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
