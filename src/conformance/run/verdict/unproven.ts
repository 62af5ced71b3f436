import { firstOf, plural } from '../../counting.js';
import type { Planner } from '../../cases/planner.js';
import { printableName } from '../../printable.js';
import type { RunOptions } from '../options.js';

/** The parts of a document that are not tried, sentences. */
export function untriedNotices(planner: Pick<Planner, 'unproven' | 'withoutRequest'>): string[] {
  const untried = planner.withoutRequest.map(({ id }) => printableName(id));
  const unproven = unprovenNotice(planner);
  if (untried.length === 0) return unproven;
  const were = untried.length === 1 ? 'was' : 'were';
  return [
    `${plural(untried.length, 'operation')} ${were} not tried, because the document says too little to make a valid body: ${firstOf(untried)}.`,
    ...unproven,
  ];
}

/** The operations of which cases were left out, one sentence; none where there are none. */
function unprovenNotice({ unproven }: Pick<Planner, 'unproven'>): string[] {
  if (unproven.size === 0) return [];
  const names = [...unproven].map(({ id }) => printableName(id));
  return [
    `Cases of ${plural(unproven.size, 'operation')} were left out, for it is not known whether their requests are right: the document's patterns take too much work: ${firstOf(names)}.`,
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
