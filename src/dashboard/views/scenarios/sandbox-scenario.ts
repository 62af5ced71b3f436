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

/** The names in a choice such as `flaky, delay-800ms`. */
export function namesIn(choice: string | null): readonly string[] {
  return (choice ?? '').split(',').map((name) => name.trim());
}

/** The choice of some scenarios and of a delay; `normal` where there is neither. */
export function choiceOf(scenarios: readonly string[], delayMs: number): string {
  return [...scenarios, ...(delayMs > 0 ? [`delay-${delayMs}ms`] : [])].join(', ') || 'normal';
}

/** The longest delay of a choice, in milliseconds. */
export const maxDelayMs = 600_000;

/** Chooses a scenario; null ends the chosen one. @param sandbox empty for everyone */
export function choose(sandbox: string, scenario: string | null): Promise<boolean> {
  return change(() => putChoice(sandbox, scenario === null ? null : { scenario }));
}

/** Puts a choice in force, or ends the one in force. @param sandbox empty for everyone, for whom a choice is of names */
export async function putChoice(sandbox: string, choice: SandboxChoice | null): Promise<void> {
  if (sandbox === '') return chooseDefault(nameOf(choice));
  await control.setSandboxScenario(sandbox, choice);
  return readSandboxes();
}

/** The name of a choice; null for none. */
export function nameOf(choice: SandboxChoice | null): string | null {
  return choice && ('scenario' in choice ? choice.scenario : choice.name);
}

/** The scenario of a sandbox, read again after each of its requests and each choice, and whenever the list of sandboxes was. */
export function useStanding(sandbox: string): SandboxScenario | undefined {
  const last = exchangeLog.entries.value.findLast((entry) => entry.sandbox === sandbox)?.id;
  return useLoaded(
    async () => (sandbox === '' ? undefined : control.sandboxScenario(sandbox)),
    [
      last,
      versions.scenario.value,
      versions.reset.value,
      versions.reloaded.value,
      defaultScenario.value,
      sandboxes.value,
      connection.value.state,
    ],
    sandbox,
  ).value;
}

type Upcoming = SandboxScenario['upcoming'][number];

/** The outcome of the next calls, such as `Next call: 500, then normal.`, a sentence for each group of operations. */
export function comingSentences(upcoming: readonly Upcoming[]): readonly string[] {
  if (upcoming.length === 0) return ['Every call: normal.'];
  return upcoming.map((group) => {
    const { times = null, does = 'normal' } = group.calls[0] ?? {};
    const matching = group.conditional ? ' that matches' : '';
    return `${headOf(times)}${whichText(group)}${matching}: ${does}${laterText(group)}${group.more ? '' : '.'}`;
  });
}

function headOf(times: number | null): string {
  if (times === null) return 'Every call';
  return times === 1 ? 'Next call' : `Next ${times} calls`;
}

/** `next 2 of createOrder → 429, then normal`, for a group of operations. @param words for what a call gets */
export function comingText(group: Upcoming, words: (does: string) => string): string {
  const { times = null, does = 'normal' } = group.calls[0] ?? {};
  const which = whichText(group);
  const head = times === null ? (which === '' ? 'every request' : 'all') : `next ${times}`;
  const matching = group.conditional ? ' that match' : '';
  return `${head}${which}${matching} → ${words(does)}${laterText(group, words)}`;
}

/** ` of createOrder`; empty for every operation. */
function whichText({ operations }: Upcoming): string {
  return operations === 'all' ? '' : ` of ${operations.join(', ')}`;
}

/** The calls after the first: `, then 2 × 500, then normal`. @param words for what a call gets */
function laterText({ calls, more }: Upcoming, words = (does: string) => does): string {
  const texts = calls
    .slice(1)
    .map(({ times, does }) => `, then ${times === null || times === 1 ? '' : `${times} × `}${words(does)}`);
  return `${texts.join('')}${more ? ', …' : ''}`;
}
