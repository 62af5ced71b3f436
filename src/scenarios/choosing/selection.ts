/** The selection of one channel for a request. */
import type { Scenario } from '../scenario.js';

/** Scenarios to apply in this order; none where the channel says `normal`. */
export interface Selection {
  readonly usable: true;
  readonly scenarios: readonly Scenario[];
  /** True if a body made from the schema is preferred, where the document alone answers. */
  readonly dynamic: boolean;
  /** The status that is preferred of an operation that the document alone answers. */
  readonly status: number | undefined;
}

/** A choice that can't be applied: the request must be answered 400 with these texts. */
export interface UnusableChoice {
  readonly usable: false;
  readonly message: string;
  readonly errors: readonly string[];
}

export function selection(scenarios: readonly Scenario[], dynamic = false, status?: number): Selection {
  return { usable: true, scenarios, dynamic, status };
}

export function unusable(text: string): UnusableChoice {
  return { usable: false, message: "The scenario asked for can't be applied", errors: [text] };
}

/** `a, b or c`. */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`;
}
