import { control } from '../../control/control-api.js';
import { attempt, defaultScenario, isNormal, readSandboxes, sandboxes } from '../../state/world.js';

/** The scenario chosen for a sandbox; null for none. @param sandbox empty for everyone */
export function chosenFor(sandbox: string): string | null {
  if (sandbox === '') return defaultScenario.value;
  return sandboxes.value.find(({ name }) => name === sandbox)?.scenario ?? null;
}

/** Chooses a scenario; null clears the choice. @param sandbox empty for everyone */
export function choose(sandbox: string, scenario: string | null): Promise<boolean> {
  return attempt(async () => {
    if (sandbox !== '') {
      if (scenario === null) await control.clearSandboxScenario(sandbox);
      else await control.setSandboxScenario(sandbox, scenario);
      await readSandboxes();
      return;
    }
    if (scenario === null) await control.clearDefaultScenario();
    else await control.setDefaultScenario(scenario);
    defaultScenario.value = isNormal(scenario) ? null : scenario;
  });
}
