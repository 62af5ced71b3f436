import { faultKinds } from '../../../scenarios/faults/registry.js';
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

/** True if a scenario makes a fault: one after which a client has no status, or another. */
function isBroken({ does }: Scenario, hidesStatus: boolean): boolean {
  return faultKinds.some((fault) => fault.hidesStatus === hidesStatus && does.includes(fault.label));
}

/** Groups by what a client sees, in their order; a scenario is in the first that fits. */
const effects: readonly (readonly [string, (scenario: Scenario) => boolean])[] = [
  ['Any error of the document', ({ source }) => source === 'document'],
  ['A broken connection', (scenario) => isBroken(scenario, true)],
  ['A slow response', ({ does }) => /^normal after|slow/i.test(does)],
  ['A broken body', (scenario) => scenario.breaksContract || isBroken(scenario, false)],
  ['An error status', ({ does }) => /\b[45]\d\d\b/.test(does)],
  ['Another response', () => true],
];

/** In the order of the list: the errors that the document itself gives come last. */
const shown = [4, 2, 1, 3, 5, 0].map((at) => effects[at]?.[0] ?? '');

export function byEffect(scenarios: readonly Scenario[]): readonly ScenarioGroup[] {
  const effectOf = (scenario: Scenario): string => effects.find(([, fits]) => fits(scenario))?.[0] ?? '';
  return filled(
    shown.map((title) => ({ title, scenarios: scenarios.filter((one) => effectOf(one) === title) })),
  );
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
