import { plural } from '../../conformance/counting.js';
import type { Contract } from '../../contract/contract.js';
import { requireFolder } from '../../contract/files/required-folder.js';
import { didYouMean } from '../../contract/nearest-names.js';
import { loadScenarios, problemLine } from '../../scenarios/files/load-scenarios.js';
import { configOption, mockOptions } from '../../options/mock-options.js';
import { ScenarioCatalogue, type ScenarioSummary } from '../../scenarios/scenario-catalogue.js';
import type { Command, Terminal } from '../command.js';
import { UsageError, type GivenFlags } from '../flags.js';
import { importScenario } from '../scenarios/import-scenario.js';
import { loadScenariosFor } from '../scenarios/load-scenarios-for.js';
import { baseOption } from './drift.js';
import { contractOf } from './given-contract.js';

/** `drydock scenarios`: lists scenarios, checks a folder of scenario files, and makes one of a recording. */
export const scenarios: Command = {
  summary: 'List the scenarios by operation, check a folder of them, or make one of recorded traffic.',
  usage: 'scenarios [check DIR | import FILE] [flags]',
  maxPositionals: 2,
  config: 'mock',
  flags: {
    ...configOption,
    operation: { value: 'ID', help: 'only what applies to this operation', noEnv: true },
    scenarios: mockOptions.scenarios,
    spec: { value: 'FILE', help: 'OpenAPI document they are held against', defaultText: "the service's own" },
    'spec-root': {
      value: 'DIR',
      help: 'folder whose files that document may refer to',
      defaultText: "the document's own",
    },
    name: { value: 'NAME', help: 'what the imported scenario is called', noEnv: true },
    base: { ...baseOption, help: `${baseOption.help} to import`, noEnv: true },
    force: { help: 'replace a scenario of that name', noEnv: true },
    json: { help: 'JSON instead of text', noEnv: true },
  },
  async run(given, terminal) {
    const [subcommand, folder] = given.positionals;
    if (subcommand === undefined) return list(given, terminal);
    if (subcommand === 'check') return check(folder ?? given.text('scenarios'), given, terminal);
    if (subcommand === 'import') return importScenario(folder, await contractOf(given), given, terminal);
    throw new UsageError(
      `drydock scenarios has no ${JSON.stringify(subcommand)}. Use drydock scenarios, drydock scenarios check DIR, or drydock scenarios import FILE.`,
    );
  },
};

/** @returns 2 when a file is invalid; the valid ones are listed all the same */
async function list(given: GivenFlags, terminal: Terminal): Promise<number> {
  const contract = await contractOf(given);
  const operation = operationOf(contract, given.text('operation'));
  for (const folder of given.texts('scenarios')) requireFolder(folder, '--scenarios');
  const loaded = loadScenariosFor(contract, given.texts('scenarios'));
  const summaries = new ScenarioCatalogue(contract, loaded.scenarios)
    .list()
    .filter(({ operations }) => !operation || operations === 'all' || operations.includes(operation));
  const operations = contract.operations
    .filter(({ id }) => !operation || id === operation)
    .map(({ id, method, path }) => ({ id, method: method.toUpperCase(), path }));
  if (given.has('json')) terminal.out(JSON.stringify({ operations, scenarios: summaries }, null, 2));
  else terminal.out(scenarioTable(operations, summaries));
  for (const line of [...loaded.replaced, ...loaded.problems]) terminal.err(line);
  return loaded.problems.length > 0 ? 2 : 0;
}

/** @throws UsageError */
function operationOf(contract: Contract, id: string | undefined): string | undefined {
  const ids = contract.operations.map((operation) => operation.id);
  if (id === undefined || ids.includes(id)) return id;
  const hint = didYouMean(id, ids, `It has ${ids.slice(0, 12).join(', ')}.`);
  throw new UsageError(`The document has no operation ${JSON.stringify(id)}. ${hint}`);
}

/** @returns 0 when there are files in the folder and all are valid */
async function check(folder: string | undefined, given: GivenFlags, terminal: Terminal): Promise<number> {
  if (folder === undefined)
    throw new UsageError('drydock scenarios check needs a folder: drydock scenarios check DIR.');
  requireFolder(folder, 'The folder');
  const contract = await contractOf(given);
  const loaded = loadScenarios(folder, contract);
  const good = loaded.scenarios;
  const problems = loaded.problems.toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
  const found = good.size + new Set(problems.map(({ file }) => file)).size;
  if (given.has('json')) terminal.out(JSON.stringify({ folder, good: [...good.keys()], problems }, null, 2));
  else {
    for (const problem of problems) terminal.out(problemLine(problem));
    if (found > 0 && problems.length === 0) terminal.out(`${plural(good.size, 'scenario')}, all good.`);
  }
  // Otherwise the check would stay green for ever in a build whose folder has moved.
  if (found === 0) terminal.err(`${folder} has no scenario file (.yaml or .yml).`);
  return found > 0 && problems.length === 0 ? 0 : 1;
}

/** The method in capitals. */
type ListedOperation = Readonly<Record<'id' | 'method' | 'path', string>>;

/** Scenarios as text: first those of every operation, then what each operation has besides. */
function scenarioTable(
  operations: readonly ListedOperation[],
  scenarios: readonly ScenarioSummary[],
): string {
  const width = Math.max(0, ...scenarios.map(({ name }) => name.length));
  const everywhere = scenarios.filter((scenario) => scenario.operations === 'all');
  const groups = [
    group('Every operation', everywhere, width),
    ...operations.map(({ id, method, path }) => {
      const own = scenarios.filter(
        (scenario) => scenario.operations !== 'all' && scenario.operations.includes(id),
      );
      return group(`${id} (${method} ${path})`, own, width);
    }),
  ];
  return [...groups.filter((text) => text !== ''), howToForce].join('\n\n');
}

const howToForce = [
  'Force one by the header X-Mock-Scenario: NAME, by the key dk_test_YOU~NAME,',
  'or for everyone with drydock mock --scenario NAME.',
].join('\n');

function group(heading: string, scenarios: readonly ScenarioSummary[], width: number): string {
  if (scenarios.length === 0) return '';
  return [heading, ...scenarios.map((scenario) => row(scenario, width))].join('\n');
}

function row({ name, title, advice, breaksContract }: ScenarioSummary, width: number): string {
  const mark = breaksContract ? ' (breaks the contract)' : '';
  return `  ${name.padEnd(width)}  ${title}${mark}\n  ${' '.repeat(width)}  ${advice}`;
}
