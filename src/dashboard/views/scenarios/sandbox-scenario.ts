import { control } from '../../control/control-api.js';
import {
  change,
  chooseDefault,
  defaultScenario,
  readSandboxes,
  sandboxes,
  choicesVersion,
  connection,
  exchangeLog,
  loadedVersion,
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
  return change(async () => {
    if (sandbox === '') return chooseDefault(scenario);
    if (scenario === null) await control.clearSandboxScenario(sandbox);
    else await control.setSandboxScenario(sandbox, { scenario });
    return readSandboxes();
  });
}

/** The scenario of a sandbox, read again after each of its requests and each choice. */
export function useStanding(sandbox: string): SandboxScenario | undefined {
  const last = exchangeLog.entries.value.findLast((entry) => entry.sandbox === sandbox)?.id;
  const { value } = useLoaded(
    async () => (sandbox === '' ? undefined : control.sandboxScenario(sandbox)),
    [sandbox, last, choicesVersion.value, defaultScenario.value, loadedVersion.value, connection.value.state],
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
