import { control, type SandboxChoice } from '../../control/control-api.js';
import {
  change,
  chooseDefault,
  defaultScenario,
  readSandboxes,
  sandboxes,
  connection,
  exchangeLog,
  versions,
} from '../../state/world.js';
import type { SandboxScenario } from '../../control/control-types.js';
import { useLoaded } from '../../parts/hooks.js';

/** The scenario chosen for a sandbox; null for none. @param sandbox empty for everyone */
export function chosenFor(sandbox: string): string | null {
  if (sandbox === '') return defaultScenario.value;
  return sandboxes.value.find(({ name }) => name === sandbox)?.scenario ?? null;
}

/** Chooses a scenario; null ends the chosen one. @param sandbox empty for everyone */
export function choose(sandbox: string, scenario: string | null): Promise<boolean> {
  return change(() => putChoice(sandbox, scenario === null ? null : { scenario }));
}

/** Puts a choice in force, or ends the one in force. @param sandbox empty for everyone, for whom a choice is of names */
export async function putChoice(sandbox: string, choice: SandboxChoice | null): Promise<void> {
  if (sandbox === '') return chooseDefault(choice && nameOf(choice));
  await control.setSandboxScenario(sandbox, choice);
  return readSandboxes();
}

export function nameOf(choice: SandboxChoice): string {
  return 'scenario' in choice ? choice.scenario : choice.name;
}

/** The scenario of a sandbox, read again after each of its requests and each choice. */
export function useStanding(sandbox: string): SandboxScenario | undefined {
  const last = exchangeLog.entries.value.findLast((entry) => entry.sandbox === sandbox)?.id;
  const { value } = useLoaded(
    async () => (sandbox === '' ? undefined : control.sandboxScenario(sandbox)),
    [
      sandbox,
      last,
      versions.scenario.value,
      versions.reset.value,
      defaultScenario.value,
      versions.reloaded.value,
      connection.value.state,
    ],
  );
  return value?.sandbox === sandbox ? value : undefined;
}

type Upcoming = SandboxScenario['upcoming'][number];

/** The outcome of the next calls, such as `Next call: 500, then normal.`, a sentence for each group of operations. */
export function comingSentences(upcoming: readonly Upcoming[]): readonly string[] {
  if (upcoming.length === 0) return ['Every call: normal.'];
  return upcoming.map((group) => {
    const { operations, conditional, calls, more } = group;
    const [first, ...later] = calls;
    const which = operations === 'all' ? '' : ` of ${operations.join(', ')}`;
    const matching = conditional ? ' that matches' : '';
    const start = first === undefined ? 'normal' : first.does;
    const then = later.map(
      ({ times, does }) => `, then ${times === null || times === 1 ? '' : `${times} × `}${does}`,
    );
    return `${headOf(first?.times ?? null)}${which}${matching}: ${start}${then.join('')}${more ? ', …' : '.'}`;
  });
}

function headOf(times: number | null): string {
  if (times === null) return 'Every call';
  return times === 1 ? 'Next call' : `Next ${times} calls`;
}
