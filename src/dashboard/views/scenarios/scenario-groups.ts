import type { Operation, Scenario } from '../../control/control-types.js';

export interface ScenarioGroup {
  readonly title: string;
  readonly scenarios: readonly Scenario[];
}

/** The scenarios with a text in name, title or advice. */
export function matching(scenarios: readonly Scenario[], text: string): readonly Scenario[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return scenarios.filter(({ name, title, advice }) => {
    const searched = `${name} ${title} ${advice}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
}

/** As one list: what a service may do, the documented errors, what breaks the contract on purpose. */
export function asList(scenarios: readonly Scenario[]): readonly ScenarioGroup[] {
  const plain = scenarios.filter(({ source }) => source === 'document');
  const files = scenarios.filter(({ source }) => source !== 'document');
  return filled([
    { title: 'What a service does', scenarios: files.filter(({ breaksContract }) => !breaksContract) },
    { title: 'Every documented error', scenarios: plain },
    { title: 'What no service should do', scenarios: files.filter(({ breaksContract }) => breaksContract) },
  ]);
}

/** By operation; scenarios for every operation first. */
export function byOperation(
  scenarios: readonly Scenario[],
  operations: readonly Operation[],
): readonly ScenarioGroup[] {
  return filled([
    { title: 'Every operation', scenarios: scenarios.filter((scenario) => scenario.operations === 'all') },
    ...operations.map(({ id, method, path }) => ({
      title: `${method} ${path}`,
      scenarios: scenarios.filter(
        (scenario) => scenario.operations !== 'all' && scenario.operations.includes(id),
      ),
    })),
  ]);
}

function filled(groups: readonly ScenarioGroup[]): readonly ScenarioGroup[] {
  return groups.filter(({ scenarios }) => scenarios.length > 0);
}
