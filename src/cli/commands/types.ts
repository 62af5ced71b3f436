import { operationsDeclaration } from '../../contract/describing/operation-types.js';
import { requireFolder } from '../../contract/files/required-folder.js';
import { configOption, mockOptions } from '../../options/mock-options.js';
import { flagsOf } from '../../options/option.js';
import { namesDeclaration } from '../../scenarios/describing/names-declaration.js';
import { ScenarioCatalogue } from '../../scenarios/scenario-catalogue.js';
import type { Command } from '../command.js';
import { UsageError } from '../flags.js';
import { loadScenariosFor } from '../scenarios/load-scenarios-for.js';
import { warningLines } from '../warning-lines.js';
import { contractOf } from './given-contract.js';
import { writeOutput } from './write-output.js';

const { spec, overlays, specRoot, scenarios } = mockOptions;

/** `drydock types`: writes the names of one's own scenarios and operations as types, for the client, and the operations', for handlers. */
export const types: Command = {
  summary: 'Write your scenarios and operations as types, for drydock-kit/client and for handlers.',
  usage: 'types [FILE …] [flags]',
  maxPositionals: Infinity,
  config: 'mock',
  flags: {
    ...configOption,
    output: {
      value: 'F',
      help: 'file to write: .d.ts, in a folder that your tsconfig.json includes',
      defaultText: 'standard output',
      noEnv: true,
    },
    ...flagsOf({ spec, overlays, specRoot, scenarios }),
  },
  async run(given, terminal) {
    const output = given.text('output');
    if (output !== undefined && !output.endsWith('.d.ts'))
      throw new UsageError(`--output must end with .d.ts, got ${JSON.stringify(output)}.`);
    const folders = given.texts('scenarios');
    const contract = await contractOf(given, given.positionals.length > 0 ? given.positionals : undefined);
    for (const folder of folders) requireFolder(folder, '--scenarios');
    for (const line of warningLines(contract)) terminal.err(line);
    const loaded = loadScenariosFor(contract, folders);
    for (const line of [...loaded.replaced, ...loaded.problems]) terminal.err(line);
    if (loaded.problems.length > 0) {
      terminal.err('Nothing is written while a scenario file is wrong: its name would be missing.');
      return 2;
    }
    const catalogue = new ScenarioCatalogue(contract, loaded.scenarios);
    const [named, operations] = [catalogue.names().length, contract.operations.length];
    const done = `Wrote the names of ${named} scenarios and ${operations} operation${operations === 1 ? '' : 's'} to ${output}.`;
    const declarations = namesDeclaration(catalogue) + operationsDeclaration(contract);
    return writeOutput(declarations, output, done, terminal);
  },
};
