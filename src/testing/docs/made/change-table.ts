import { knownChanges, leftOut } from '../../../diff/testing/known-changes.js';
import { code, markdownTable, type MadeParts } from './markdown-table.js';

/** The changes that `drydock diff` knows, and those that it leaves out. */
export const changeParts: MadeParts = {
  /** The changes that a test of each row finds. */
  'change-table'() {
    const rows = knownChanges.map(({ title, kind, direction, effect, certainty }) => [
      title,
      code(`${direction}/${kind}`),
      effect === 'harmless' ? 'harmless' : certainty === 'likely' ? 'likely' : 'breaking',
    ]);
    return markdownTable(['change', 'kind', 'effect'], rows);
  },
  /** Categories of oasdiff that are not compared. */
  'change-table-left-out': () => markdownTable(['not compared', 'why'], leftOut),
};
