import { control } from '../../control/control-api.js';
import { attempt, defaultScenario, isNormal, readSandboxes, sandboxes } from '../../state/world.js';

/** Who a scenario is for: everyone, or one sandbox. */
export type Target = { readonly kind: 'everyone' } | { readonly kind: 'sandbox'; readonly name: string };

/** @param name of a sandbox; empty for everyone */
export function targetOf(name: string): Target {
  return name === '' ? { kind: 'everyone' } : { kind: 'sandbox', name };
}

/** The scenario chosen for a target; null for none. */
export function chosenFor(target: Target): string | null {
  if (target.kind === 'everyone') return defaultScenario.value;
  return sandboxes.value.find(({ name }) => name === target.name)?.scenario ?? null;
}

/** Chooses a scenario; null clears the choice. */
export function choose(target: Target, scenario: string | null): Promise<boolean> {
  return attempt(async () => {
    if (target.kind === 'sandbox') {
      if (scenario === null) await control.clearSandboxScenario(target.name);
      else await control.setSandboxScenario(target.name, scenario);
      await readSandboxes();
      return;
    }
    if (scenario === null) await control.clearDefaultScenario();
    else await control.setDefaultScenario(scenario);
    defaultScenario.value = isNormal(scenario) ? null : scenario;
  });
}
