import { loadFaults, loadVariants } from '../../../../kill-matrix/variations/load-variations.js';
import { markdownTable, type MadeParts } from './markdown-table.js';

/** The faults and variants of the kill matrix. */
export const killMatrixParts: MadeParts = {
  /** Makes the table of the kill matrix's faults by topic, with an example of each. */
  async 'kill-matrix'() {
    const all = await loadFaults();
    const topics = [...new Set(all.map(({ topic }) => topic))];
    const rows = topics.map((topic) => {
      const faults = all.filter((fault) => fault.topic === topic);
      return [topic, faults.length, faults[0]?.title ?? ''];
    });
    return markdownTable(['topic', 'faults', 'for example'], rows);
  },
  'kill-matrix-faults': async () => String((await loadFaults()).length),
  'kill-matrix-variants': async () => String((await loadVariants()).length),
};
