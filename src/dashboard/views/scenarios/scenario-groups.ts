import type { Operation, Scenario } from '../../control/control-types.js';

export interface ScenarioGroup {
  readonly title: string;
  readonly scenarios: readonly Scenario[];
}

const numbers: Readonly<Record<string, string>> = {
  once: '1',
  ...{ two: '2', twice: '2', three: '3', thrice: '3', four: '4', five: '5' },
};

/** The scenarios with all words of a text in name, title, advice or what they do, such as `two 500`. */
export function matching(scenarios: readonly Scenario[], text: string): readonly Scenario[] {
  const words = text
    .toLowerCase()
    .replaceAll(/(\d{3})s\b/g, '$1')
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .map((word) => numbers[word] ?? word);
  return scenarios.filter(({ name, title, advice, does }) => {
    const searched = `${name} ${title} ${advice} ${does}`.toLowerCase();
    return words.every((word) => (/^\d$/.test(word) ? hasDigit(searched, word) : searched.includes(word)));
  });
}

/** True if a digit stands alone in a text, not within a longer number. */
function hasDigit(text: string, digit: string): boolean {
  return new RegExp(`(^|[^0-9])${digit}([^0-9]|$)`).test(text);
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
