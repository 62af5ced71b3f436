import { FAULTS } from '../../../../kill-matrix/faults.js';
import { LAWFUL } from '../../../../kill-matrix/variants.js';
import { markdownTable } from './markdown-table.js';

/** How many faulty servers the kill matrix has of each topic, and an example of each. */
export function killMatrixTable(): string {
  const topics = [...new Set(FAULTS.map(({ topic }) => topic))];
  const rows = topics.map((topic) => {
    const faults = FAULTS.filter((fault) => fault.topic === topic);
    return [topic, String(faults.length), faults[0]?.title ?? ''];
  });
  return markdownTable(['topic', 'faults', 'for example'], rows);
}

export function faultCount(): string {
  return String(FAULTS.length);
}

export function variantCount(): string {
  return String(LAWFUL.length);
}
