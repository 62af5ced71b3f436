import type { SandboxScenario } from '../../control/control-types.js';
import { count } from '../../parts/format.js';

/** The next step of each sequence of the scenario in force. */
export function nextCall(of: SandboxScenario | undefined): string {
  if (of === undefined) return '';
  if (of.inForce === null) return 'normal';
  const names = of.inForce.scenario.split(',').map((name) => name.trim());
  const standing = of.calls.filter(({ scenario }) => names.includes(scenario));
  if (standing.length === 0) return 'from its beginning';
  return standing
    .map(({ scenario, calls, next }) => {
      const met = `${count(calls)} so far`;
      const text = next === null ? met : `${next}, ${met}`;
      return names.length > 1 ? `${scenario}: ${text}` : text;
    })
    .join('; ');
}
