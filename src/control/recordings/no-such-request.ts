import type { JournalEntry } from '../../journal/journal-entry.js';
import { ControlProblem } from '../problem.js';

/** 404 for an exchange that a journal has no more, or never had. */
export function noSuchRequest(sandbox: string, id: number, journal: readonly JournalEntry[]): ControlProblem {
  const [first, last] = [journal[0], journal.at(-1)];
  const has = first && last ? `it has ${first.id} to ${last.id}` : 'it is empty';
  return new ControlProblem(404, `The journal of sandbox "${sandbox}" has no request ${id}; ${has}.`);
}
