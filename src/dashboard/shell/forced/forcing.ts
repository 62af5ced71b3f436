/** Forcing by the bar: the next requests of a sandbox or all of them, and the way back to what was in force before. */
import { control, type SandboxChoice } from '../../control/control-api.js';
import type { ScenarioDefinition } from '../../control/control-types.js';
import { undoable } from '../../state/undoable.js';
import { defined, effectOf } from '../../views/scenarios/builder/scenario-draft.js';
import { choiceOf, chosenFor, nameOf, putChoice } from '../../views/scenarios/sandbox-scenario.js';

export interface Forcing {
  /** The scenario that is sent in place of the real response, such as `status-429`; empty for the real one. */
  readonly response: string;
  /** The number of the next requests; undefined for all. */
  readonly times: number | undefined;
  /** Empty for every operation. */
  readonly operation: string;
  /** Milliseconds before each of these responses. */
  readonly delayMs: number;
}

/** The status of a scenario such as `status-429`. */
export function statusOf(scenario: string): number | undefined {
  const [, status] = /^status-(\d{3})$/.exec(scenario) ?? [];
  return status === undefined ? undefined : Number(status);
}

/** True if a scenario says itself to which requests it applies, so that no number can be chosen for it. */
export function hasOwnTurns({ steps, sequences, when, match }: ScenarioDefinition): boolean {
  return [steps, sequences, when, match].some((part) => part !== undefined);
}

/**
 * The choice that forces it.
 *
 * @param definition of the scenario that is the response, unless that is a status or the real response
 */
export function choiceFor(
  { response, times, operation, delayMs }: Forcing,
  definition: ScenarioDefinition,
): SandboxChoice {
  if ((times === undefined && operation === '') || hasOwnTurns(definition))
    return { scenario: choiceOf(response === '' ? [] : [response], delayMs) };
  const status = statusOf(response);
  const effect = {
    ...(status === undefined ? effectOf(definition) : { answer: { status } }),
    ...(delayMs > 0 ? { delay: `${delayMs}ms` } : {}),
  };
  return {
    name: `${times === undefined ? 'all' : `next-${times}`}-${response || 'delay'}`.slice(0, 64),
    definition: defined<ScenarioDefinition>({
      operations: operation === '' ? definition.operations : [operation],
      breaksContract: definition.breaksContract,
      ...(times === undefined ? effect : { steps: [{ times, ...effect }], atEnd: 'normal' }),
    }),
  };
}

/** The choices that the bar has replaced; anything else in force was chosen elsewhere since, and Undo ends it. */
const forced = undoable<SandboxChoice | null>(readChoice, (after, now) => nameOf(after) === nameOf(now));

/**
 * The last choice of the bar, while it is in force, and what Undo goes back to.
 *
 * @param sandbox empty for everyone
 */
export function forcedChoice(sandbox: string) {
  const name = chosenFor(sandbox);
  return forced.changeTo(sandbox, name === null ? null : { scenario: name });
}

/**
 * Forces a choice, and remembers what stood before the first of several in a row.
 *
 * @param sandbox empty for everyone, for whom a choice is of names
 * @returns whether it succeeded
 */
export function forceChoice(
  sandbox: string,
  asked: SandboxChoice | Promise<SandboxChoice>,
): Promise<boolean> {
  return forced.make(sandbox, async () => {
    const choice = await asked;
    await putChoice(sandbox, choice);
    return choice;
  });
}

/** Goes back to what stood before. @param sandbox empty for everyone */
export function undoForced(sandbox: string): Promise<boolean> {
  return forced.undo(sandbox, (before = null) => putChoice(sandbox, before));
}

/** The choice as it stands in the mock: others may have chosen since. */
async function readChoice(sandbox: string): Promise<SandboxChoice | null> {
  if (sandbox === '') {
    const { scenario } = await control.defaultScenario();
    return scenario === null ? null : { scenario };
  }
  const { scenario, definition } = await control.sandboxScenario(sandbox);
  if (scenario === null) return null;
  return definition === null ? { scenario } : { definition, name: scenario };
}
