import { code, markdownTable } from './markdown-table.js';
import { runDrydock } from './run-drydock.js';

interface ListedScenario {
  readonly name: string;
  readonly title: string;
  readonly advice: string;
  /** A file's path, or `document` for those that the document's errors give. */
  readonly source: string;
  readonly breaksContract: boolean;
}

/** The shipped scenario files; `breaksContract` picks those that break the contract on purpose, or the others. */
async function shippedScenarios(breaksContract: boolean): Promise<ListedScenario[]> {
  const listed = await runDrydock('scenarios', '--json');
  const { scenarios } = JSON.parse(listed) as { scenarios: ListedScenario[] };
  return scenarios.filter(
    (scenario) => scenario.source !== 'document' && scenario.breaksContract === breaksContract,
  );
}

export async function clientScenarios(): Promise<string> {
  return scenarioTable('what a good client does', await shippedScenarios(false));
}

export async function breakingScenarios(): Promise<string> {
  return scenarioTable('what must be noticed', await shippedScenarios(true));
}

export async function scenarioCount(): Promise<string> {
  return String((await shippedScenarios(false)).length + (await shippedScenarios(true)).length);
}

function scenarioTable(adviceHead: string, scenarios: readonly ListedScenario[]): string {
  const rows = scenarios.map(({ name, title, advice }) => [code(name), title, advice]);
  return markdownTable(['scenario', 'what happens', adviceHead], rows);
}
