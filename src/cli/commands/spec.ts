import { plural } from '../../conformance/counting.js';
import { printableLine } from '../../conformance/printable.js';
import { neededValidators } from '../../fetch/compile/needed-validators.js';
import { mockOptions } from '../../options/mock-options.js';
import { flagsOf } from '../../options/option.js';
import type { Contract } from '../../contract/contract.js';
import type { Command, Terminal } from '../command.js';
import { UsageError } from '../flags.js';
import { contractOf } from './given-contract.js';

const { overlays, specRoot } = mockOptions;

/** `drydock spec check FILE` lists what is read otherwise than it is written, `drydock spec resources FILE` what a mock remembers. */
export const spec: Command = {
  summary: 'List the warnings about an OpenAPI document, or what a mock of it remembers with --stateful.',
  usage: 'spec check|resources FILE [flags]',
  maxPositionals: 2,
  flags: {
    ...flagsOf({ overlays, specRoot }),
    json: { help: 'JSON instead of text', noEnv: true },
  },
  async run(given, terminal) {
    const [subcommand, file] = given.positionals;
    if ((subcommand !== 'check' && subcommand !== 'resources') || file === undefined)
      throw new UsageError(
        'drydock spec needs check or resources and an OpenAPI document, such as drydock spec check openapi.yaml.',
      );
    const task = { file, contract: await contractOf(given, [file]), terminal, isJson: given.has('json') };
    return subcommand === 'check' ? check(task) : showResources(task);
  },
};

interface Task {
  readonly file: string;
  readonly contract: Contract;
  readonly terminal: Terminal;
  readonly isJson: boolean;
}

function check({ file, contract, terminal, isJson }: Task): number {
  // A schema that can't be used is found when it is compiled.
  for (const { pointer } of neededValidators(contract)) contract.validators.at(pointer);
  const warnings = contract.warnings.map((warning) => printableLine(warning, Infinity));
  const operations = contract.operations.length;
  if (isJson) terminal.out(JSON.stringify({ file, operations, warnings }, null, 2));
  else {
    for (const warning of warnings) terminal.out(warning);
    terminal.out(`${plural(operations, 'operation')}, ${plural(warnings.length, 'warning')}.`);
  }
  return warnings.length === 0 ? 0 : 1;
}

async function showResources({ file, contract, terminal, isJson }: Task): Promise<number> {
  const { describeResources } = await import('../../foreign/resources/describe-resources.js');
  const { resources, others } = describeResources(contract);
  if (isJson) {
    terminal.out(JSON.stringify({ file, resources, others }, null, 2));
    return 0;
  }
  const line = (parts: readonly string[]): void =>
    terminal.out(parts.map((part) => printableLine(part, Infinity)).join('  '));
  for (const { path, items, belongsTo, operations } of resources) {
    line([path, belongsTo === undefined ? items : `${items}, of ${belongsTo}`]);
    for (const { action, method, path: at, body } of operations) {
      const inside = body === undefined || body === '' ? [] : [`in ${body}`];
      terminal.out(
        `  ${action.padEnd(7)} ${printableLine([`${method} ${at}`, ...inside].join(' '), Infinity)}`,
      );
    }
  }
  const remembered = resources.reduce((sum, { operations }) => sum + operations.length, 0);
  terminal.out(
    `${plural(resources.length, 'resource')} of ${plural(remembered, 'operation')}; ${plural(others.length, 'other operation')} ${others.length === 1 ? 'is' : 'are'} answered without a memory.`,
  );
  return 0;
}
