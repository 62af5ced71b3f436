import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { loadRules } from '../../conformance/rules/load-rules.js';
import { loadShippingContract, shippingScenarios } from '../../shipping/shipping-service.js';
import { packageFile } from '../../contract/package-root.js';
import { loadScenarios } from '../../scenarios/files/load-scenarios.js';
import { ScenarioCatalogue } from '../../scenarios/scenario-catalogue.js';
import { dependencyReasons } from './dependency-reasons.js';

/** What fills the marked parts of README, by name. */
export const madeParts: Readonly<Record<string, () => string | Promise<string>>> = {
  'scenario-table': scenarioTable,
  'dependency-table': dependencyTable,
  'rule-table': ruleTable,
  'mock-help': () => help('mock'),
  'verify-help': () => help('verify'),
  'scenarios-help': () => help('scenarios'),
  'coverage-help': () => help('coverage'),
  'mock-numbers': mockNumbers,
  'jest-example': () => code('src/client/examples/jest.test.ts'),
  'playwright-example': () => code('src/client/examples/playwright.test.ts'),
};

async function scenarioTable(): Promise<string> {
  const contract = await loadShippingContract();
  const catalogue = new ScenarioCatalogue(contract, loadScenarios(shippingScenarios, contract).scenarios);
  const files = catalogue.list().filter(({ source }) => source !== 'document');
  const row = ({ name, title, advice }: (typeof files)[number]): string[] => [`\`${name}\``, title, advice];
  const sections = [
    { heading: 'For clients', rows: files.filter(({ breaksContract }) => !breaksContract) },
    {
      heading: 'That break the contract on purpose',
      rows: files.filter(({ breaksContract }) => breaksContract),
    },
  ];
  return sections
    .map(
      ({ heading, rows }) =>
        `${heading}:\n\n${table(['scenario', 'what happens', 'what to do about it'], rows.map(row))}`,
    )
    .join('\n');
}

async function ruleTable(): Promise<string> {
  const rules = await loadRules();
  const row = ({ id, level, section, title }: (typeof rules)[number]) => [`\`${id}\``, level, section, title];
  return table(['rule', 'level', 'specification', 'what it says'], rules.map(row));
}

/** Every dependency has a reason, and every reason a dependency. */
function dependencyTable(): string {
  const { dependencies } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const unknown = Object.keys(dependencyReasons).filter((name) => !(name in dependencies));
  if (unknown.length > 0)
    throw new Error(`dependency-reasons.ts names ${unknown.join(', ')}, which package.json does not`);
  const rows = Object.keys(dependencies).map((name) => {
    const reason = dependencyReasons[name];
    if (!reason) throw new Error(`dependency-reasons.ts lacks ${name}`);
    return [`\`${name}\``, reason.does, reason.toDropIt];
  });
  return table(['package', 'what it does', 'what it would take to drop it'], rows);
}

function help(command: string): string {
  const main = packageFile('dist', 'src', 'cli', 'main.js');
  const text = execFileSync(process.execPath, [main, command, '--help'], { encoding: 'utf8' });
  return `\`\`\`text\n${text.trimEnd()}\n\`\`\`\n`;
}

/** The tables of bench/results/mock.json; its picture in docs must be of the same figures. */
function mockNumbers(): string {
  const update = process.env.UPDATE_README === undefined ? [] : ['--write-picture'];
  return execFileSync(process.execPath, [packageFile('bench', 'mock-report.mjs'), ...update], {
    encoding: 'utf8',
  });
}

/** A file of examples as a user of the package would write it. */
function code(file: string): string {
  const source = readFileSync(packageFile(file), 'utf8')
    .replace(/(['"])(?:\.\.\/)+index\.js\1/g, "'drydock-kit/client'")
    .replace(/^import type .*openapi\.js';\n/m, '');
  return `\`\`\`ts\n${source.trimEnd()}\n\`\`\`\n`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return `${[line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')}\n`;
}
