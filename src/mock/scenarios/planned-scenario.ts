import type { AppliedScenario } from '../../journal/journal-entry.js';
import type { Effect } from '../../scenarios/scenario.js';

/** What scenarios do to one exchange. */
export interface PlannedScenario {
  readonly effect: Effect;
  readonly applied: AppliedScenario;
}
