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
function shippedScenarios(breaksContract: boolean): ListedScenario[] {
  const { scenarios } = JSON.parse(runDrydock('scenarios', '--json')) as { scenarios: ListedScenario[] };
  return scenarios.filter(
    (scenario) => scenario.source !== 'document' && scenario.breaksContract === breaksContract,
  );
}

export function clientScenarios(): string {
  return scenarioTable('what a good client does', shippedScenarios(false));
}

export function breakingScenarios(): string {
  return scenarioTable('what must be noticed', shippedScenarios(true));
}

export function scenarioCount(): string {
  return String(shippedScenarios(false).length + shippedScenarios(true).length);
}

function scenarioTable(adviceHead: string, scenarios: readonly ListedScenario[]): string {
  const rows = scenarios.map(({ name, title, advice }) => [code(name), title, advice]);
  return markdownTable(['scenario', 'what happens', adviceHead], rows);
}
