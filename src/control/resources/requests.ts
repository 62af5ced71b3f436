import type { JournalEntry } from '../../journal/journal-entry.js';
import { coverageReport } from '../../journal/coverage/coverage-report.js';
import { credentialNames } from '../../journal/credential-names.js';
import { describeEntry, summarizeEntry } from '../../journal/describe-entry.js';
import { parseVerification } from '../../journal/verification/parse-verification.js';
import { verifyJournal } from '../../journal/verification/verify-journal.js';
import { done } from '../control-handler.js';
import type { PrepareControl } from '../control-handler.js';
import { explainEntry } from '../explain-entry.js';
import { ControlProblem, problemFrom } from '../problem.js';
import { selectEntries } from '../select-entries.js';
import type { EntrySelection } from '../select-entries.js';
import { sandboxOf } from './scenarios.js';

/** What a sandbox was asked and answered, and what that shows. */
export const prepareRequests: PrepareControl = ({ mock, state }) => ({
  async listRequests(call) {
    const sandbox = sandboxOf(call);
    const selection = call.query as unknown as EntrySelection & { readonly summary: boolean };
    const { entries, more } = selectEntries(await state.journal.list(sandbox), selection);
    const credentials = credentialNames(mock().contract);
    const requests = selection.summary
      ? entries.map(summarizeEntry)
      : entries.map((entry) => describeEntry(entry, credentials));
    return { status: 200, json: { sandbox, requests, more } };
  },

  async clearRequests(call) {
    await state.journal.clear(sandboxOf(call));
    return done;
  },

  async getRequest(call) {
    const sandbox = sandboxOf(call);
    const journal = await state.journal.list(sandbox);
    const entry = journal.find(({ id }) => id === call.path.id);
    if (!entry) throw noSuchRequest(sandbox, call.path.id as number, journal);
    const view = describeEntry(entry, credentialNames(mock().contract));
    return { status: 200, json: { ...view, charges: explainEntry(mock(), sandbox, entry) ?? null } };
  },

  async verifyRequests(call) {
    const parsed = parseVerification(call.body);
    if ('problems' in parsed) throw problemFrom(422, parsed.problems);
    const journal = await state.journal.list(sandboxOf(call));
    const verdict = verifyJournal(journal, parsed.verification, credentialNames(mock().contract));
    return { status: 200, json: verdict };
  },

  async getCoverage(call) {
    const sandbox = sandboxOf(call);
    return { status: 200, json: { sandbox, ...coverageReport(mock(), await state.coverage.marks(sandbox)) } };
  },
});

function noSuchRequest(sandbox: string, id: number, journal: readonly JournalEntry[]): ControlProblem {
  const [first, last] = [journal[0], journal.at(-1)];
  const has = first && last ? `it has ${first.id} to ${last.id}` : 'it is empty';
  return new ControlProblem(404, `The journal of sandbox "${sandbox}" has no request ${id}; ${has}.`);
}
