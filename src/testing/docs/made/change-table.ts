import { knownChanges, leftOut } from '../../../diff/testing/known-changes.js';
import { code, markdownTable } from './markdown-table.js';

/** The changes that a test of each row finds. */
export function changeTable(): string {
  const rows = knownChanges.map(({ title, kind, direction, effect, certainty }) => [
    title,
    code(`${direction}/${kind}`),
    effect === 'harmless' ? 'harmless' : certainty === 'likely' ? 'likely' : 'breaking',
  ]);
  return markdownTable(['change', 'kind', 'effect'], rows);
}

/** Categories of oasdiff that are not compared. */
export function leftOutTable(): string {
  return markdownTable(['not compared', 'why'], leftOut);
}
