import type { ScenarioSummary } from '../../scenarios/scenario-catalogue.js';

export interface ListedOperation {
  readonly id: string;
  /** In capitals. */
  readonly method: string;
  readonly path: string;
}

/** Scenarios as text: first those of every operation, then what each operation has besides. */
export function scenarioTable(
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
