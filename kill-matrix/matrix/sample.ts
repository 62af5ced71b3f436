import { createHash } from 'node:crypto';

/**
 * A part of the ids, chosen by the seed alone: another order of the ids chooses the same ones.
 *
 * @param share from 0 to 1; rounded up to whole ids
 */
export function seededSample(ids: readonly string[], share: number, seed: number): Set<string> {
  const rank = (id: string) => createHash('sha256').update(`${seed} ${id}`).digest('hex');
  const ranked = ids.map((id) => [rank(id), id] as const).sort(([a], [b]) => (a < b ? -1 : 1));
  return new Set(ranked.slice(0, Math.ceil(ids.length * share)).map(([, id]) => id));
}
