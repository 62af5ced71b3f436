import type { SandboxScenario } from '../../control/control-types.js';

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
