import { printableLine } from '../../conformance/printable.js';
import { loadSpecs } from '../../contract/specs/load-specs.js';
import { neededValidators } from '../../fetch/compile/needed-validators.js';
import { mockOptions } from '../../options/mock-options.js';
import { flagsOf } from '../../options/option.js';
import type { Command } from '../command.js';
import { UsageError } from '../flags.js';

const { overlays, specRoot } = mockOptions;

/** `drydock spec check FILE`: lists everything in a document that is read otherwise than it is written. */
export const spec: Command = {
  summary: 'List every warning about an OpenAPI document, a line each.',
  usage: 'spec check FILE [flags]',
  maxPositionals: 2,
  flags: {
    ...flagsOf({ overlays, specRoot }),
    json: { help: 'JSON instead of text', noEnv: true },
  },
  async run(given, terminal) {
    const [subcommand, file] = given.positionals;
    if (subcommand !== 'check' || file === undefined)
      throw new UsageError(
        'drydock spec needs check and an OpenAPI document, such as drydock spec check openapi.yaml.',
      );
    const contract = await loadSpecs({
      specs: [file],
      overlays: given.texts('overlay'),
      root: given.text('spec-root'),
    });
    // A schema that can't be used is found when it is compiled.
    for (const { pointer } of neededValidators(contract)) contract.validators.at(pointer);
    const warnings = contract.warnings.map((warning) => printableLine(warning, Infinity));
    const operations = contract.operations.length;
    if (given.has('json')) terminal.out(JSON.stringify({ file, operations, warnings }, null, 2));
    else {
      for (const warning of warnings) terminal.out(warning);
      terminal.out(`${count(operations, 'operation')}, ${count(warnings.length, 'warning')}.`);
    }
    return warnings.length === 0 ? 0 : 1;
  },
};

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
