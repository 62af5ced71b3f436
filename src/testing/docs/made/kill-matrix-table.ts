import { loadFaults, loadVariants } from '../../../../kill-matrix/variations/load-variations.js';
import { markdownTable } from './markdown-table.js';

/** Makes the table of the kill matrix's faults by topic, with an example of each. */
export async function killMatrixTable(): Promise<string> {
  const all = await loadFaults();
  const topics = [...new Set(all.map(({ topic }) => topic))];
  const rows = topics.map((topic) => {
    const faults = all.filter((fault) => fault.topic === topic);
    return [topic, faults.length, faults[0]?.title ?? ''];
  });
  return markdownTable(['topic', 'faults', 'for example'], rows);
}

export async function faultCount(): Promise<string> {
  return String((await loadFaults()).length);
}

export async function variantCount(): Promise<string> {
  return String((await loadVariants()).length);
}
