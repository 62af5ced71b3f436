/** The names in a choice such as `flaky, delay-800ms`: the delay is a field of its own on the page. */

export interface ChosenNames {
  /** All but the delay; none for normal. */
  readonly scenarios: readonly string[];
  /** Milliseconds; 0 for none. */
  readonly delayMs: number;
}

export function namesOf(scenario: string | null): ChosenNames {
  const names = (scenario ?? '').split(',').map((name) => name.trim());
  const delays = names.map(delayOf);
  return {
    scenarios: names.filter((name, index) => delays[index] === 0 && name !== '' && name !== 'normal'),
    delayMs: delays.reduce((sum, ms) => sum + ms, 0),
  };
}

/** The choice of these names; `normal` where there is none. */
export function choiceOf({ scenarios, delayMs }: ChosenNames): string {
  const names = [...scenarios, ...(delayMs > 0 ? [`delay-${delayMs}ms`] : [])];
  return names.length === 0 ? 'normal' : names.join(', ');
}

function delayOf(name: string): number {
  const [, amount, unit] = /^delay-(\d{1,6})(ms|s)$/.exec(name) ?? [];
  return amount === undefined ? 0 : Number(amount) * (unit === 's' ? 1000 : 1);
}
