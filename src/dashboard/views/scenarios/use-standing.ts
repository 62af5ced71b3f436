import { control } from '../../control/control-api.js';
import type { SandboxScenario } from '../../control/control-types.js';
import { useLoaded } from '../../parts/use-loaded.js';
import {
  choicesVersion,
  connection,
  defaultScenario,
  exchangeLog,
  loadedVersion,
} from '../../state/world.js';

/** The scenario of a sandbox, read again after each of its requests and each choice. */
export function useStanding(sandbox: string): SandboxScenario | undefined {
  const last = exchangeLog.entries.value.findLast((entry) => entry.sandbox === sandbox)?.id;
  const { value } = useLoaded(
    async () => (sandbox === '' ? undefined : control.sandboxScenario(sandbox)),
    [sandbox, last, choicesVersion.value, defaultScenario.value, loadedVersion.value, connection.value.state],
  );
  return value?.sandbox === sandbox ? value : undefined;
}
