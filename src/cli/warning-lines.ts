import { printableLine } from '../conformance/printable.js';
import type { Contract } from '../contract/contract.js';

const maxWarnings = 10;

/** The warnings about a document as a start shows them: a line each, ten at most, then the command that lists them all. */
export function warningLines({ warnings }: Pick<Contract, 'warnings'>): string[] {
  const shown = warnings.slice(0, maxWarnings).map((warning) => `warning    ${printableLine(warning)}`);
  const more = warnings.length - shown.length;
  return more === 0 ? shown : [...shown, `warning    and ${more} more: drydock spec check FILE lists them`];
}
