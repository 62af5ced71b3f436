import { extname } from 'node:path';
import { compiledModule, isModuleForm, moduleForms } from '../../fetch/compile/compiled-module.js';
import { mockOptions } from '../../options/mock-options.js';
import { flagsOf } from '../../options/option.js';
import type { Command } from '../command.js';
import { UsageError } from '../flags.js';
import { warningLines } from '../warning-lines.js';
import { contractOf } from './given-contract.js';
import { writeOutput } from './write-output.js';

const { overlays, specRoot } = mockOptions;

/** `drydock compile`: writes a document with its validators as one module, for a mock without a server. */
export const compile: Command = {
  summary: 'Compile a document into a module for drydock-kit/fetch, which mocks it without a server.',
  usage: 'compile FILE [flags]',
  maxPositionals: 1,
  flags: {
    output: {
      value: 'F',
      help: 'file to write: .js or .mjs for an ES module, .cjs for CommonJS, .ts for TypeScript',
      defaultText: 'standard output, an ES module',
      noEnv: true,
    },
    ...flagsOf({ overlays, specRoot }),
  },
  async run(given, terminal) {
    const [spec] = given.positionals;
    if (spec === undefined)
      throw new UsageError(
        'drydock compile needs an OpenAPI document, such as drydock compile openapi.yaml.',
      );
    const output = given.text('output');
    const form = output === undefined ? '.js' : extname(output);
    if (!isModuleForm(form))
      throw new UsageError(
        `--output must end with ${moduleForms.join(' or ')}, got ${JSON.stringify(output)}.`,
      );
    const contract = await contractOf(given, [spec]);
    for (const line of warningLines(contract)) terminal.err(line);
    const code = compiledModule(contract, spec, form);
    const count = contract.operations.length;
    const done = `Compiled ${count} operation${count === 1 ? '' : 's'} of ${spec} into ${output}.`;
    return writeOutput(code, output, done, terminal);
  },
};
