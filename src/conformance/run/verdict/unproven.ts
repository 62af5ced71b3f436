import { plural } from '../../counting.js';
import type { Planner } from '../../cases/planner.js';
import { printableName } from '../../printable.js';
import type { RunOptions } from '../options.js';

/** The operations of which cases were left out, one sentence; none where there are none. */
export function unprovenNotice({ unproven }: Pick<Planner, 'unproven'>): string[] {
  if (unproven.size === 0) return [];
  const names = [...unproven].slice(0, 5).map(({ id }) => printableName(id));
  const named = [...names, ...(unproven.size > names.length ? ['…'] : [])].join(', ');
  return [
    `Cases of ${plural(unproven.size, 'operation')} were left out, for it is not known whether their requests are right: the document's patterns take too much work: ${named}.`,
  ];
}

/** Why a run that left out such cases has no verdict; undefined where it left out none, or the user asked for less. */
export function whyUnproven(
  planner: Pick<Planner, 'unproven'>,
  { partial, nameOption }: Pick<RunOptions, 'partial' | 'nameOption'>,
): string | undefined {
  const [notice] = unprovenNotice(planner);
  if (notice === undefined || partial) return undefined;
  return `${notice} For a verdict about the rest, ask for it (${nameOption('partial')}).`;
}
