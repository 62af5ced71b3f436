import type { MaybePromise } from './maybe-promise.js';

/** The choice for a sandbox. */
export interface ChosenScenario {
  /** Such as `flaky` or `slow, status-500`. */
  readonly names: string;
  /** The JSON text of an inline scenario, one that is in no file; its name is `names` then. */
  readonly definition?: string;
}

/** The choice that applies to a request, and where it was made. */
export interface SetScenario extends ChosenScenario {
  readonly channel: 'sandbox' | 'default';
}

/** Which scenarios were chosen, and how often each has applied. */
export interface ScenarioChoiceStore {
  /** Returns the choice that applies to the sandbox: its own choice, else the default. */
  inForce(sandbox: string): MaybePromise<SetScenario | undefined>;
  /** The sandbox's own choice. */
  chosen(sandbox: string): MaybePromise<ChosenScenario | undefined>;
  /** Sets or, with undefined, removes the sandbox's own choice; its sequences begin anew. */
  choose(sandbox: string, scenario: ChosenScenario | undefined): MaybePromise<void>;

  /** The names that hold where a sandbox has no choice of its own. */
  defaultNames(): MaybePromise<string | undefined>;
  setDefault(names: string | undefined): MaybePromise<void>;

  /** Counts one more call that a scenario applies to in the sandbox; 1 for the first. */
  countCall(sandbox: string, scenario: string): MaybePromise<number>;
  /** Returns the number of times that each scenario has applied. */
  callCounts(sandbox: string): MaybePromise<ReadonlyMap<string, number>>;
}
