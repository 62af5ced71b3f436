import { createHash } from 'node:crypto';

/** A tenth of the ids, chosen by the seed alone: another order of the ids chooses the same ones. */
export function seededTenth(ids: readonly string[], seed: number): Set<string> {
  const rank = (id: string) => createHash('sha256').update(`${seed} ${id}`).digest('hex');
  const ranked = ids.map((id) => [rank(id), id] as const).sort(([a], [b]) => (a < b ? -1 : 1));
  return new Set(ranked.slice(0, Math.ceil(ids.length / 10)).map(([, id]) => id));
}
