import type { JournalEntry } from '../../journal/journal-entry.js';
import { coverageReport } from '../../journal/coverage/coverage-report.js';
import { describeEntry, summarizeEntry } from '../../journal/describe-entry.js';
import type { ExchangeView } from '../../journal/describe-entry.js';
import { verifyJournal } from '../../journal/verification/verify-journal.js';
import type { Mock } from '../../mock/mock.js';
import { harMediaType } from '../../recordings/har/har.js';
import type { ControlContext } from '../control-context.js';
import { done } from '../operation-handlers.js';
import type { ControlCall, ControlHandlers } from '../operation-handlers.js';
import { problemFrom } from '../problem.js';
import { explainEntry } from './explain-entry.js';
import { noSuchRequest } from '../recordings/no-such-request.js';
import { refuseUnknownNames, refuseUnknownOperation } from './refuse-unknown-names.js';
import { selectEntries } from './select-entries.js';
import { sentHeaders } from './sent-headers.js';

/** Two have defaults, so that they are always there; the generated type can't say it. */
type ListQuery = ControlCall<'listRequests'>['query'] & { readonly limit: number; readonly summary: boolean };

/** The journal of a sandbox, and what it shows. */
export function prepareRequests(context: Pick<ControlContext, 'mock' | 'state' | 'checks' | 'writeHar'>) {
  const { mock, state, checks, writeHar } = context;
  return {
    async listRequests({ path: { name: sandbox }, query, accept }) {
      const { summary, ...selection } = query as ListQuery;
      const journal = await state.journal.list(sandbox);
      refuseUnknownOperation(mock(), selection.operation, { journal });
      const { entries, more } = selectEntries(journal, selection);
      if (writeHar && accept?.includes(harMediaType) === true) {
        const text = await writeHar(mock(), sandbox, entries);
        return { status: 200, text, mediaType: harMediaType };
      }
      const requests = summary
        ? entries.map(summarizeEntry)
        : entries.map((entry) => describe(mock(), entry));
      return { status: 200, json: { sandbox, requests, more } };
    },

    async clearRequests({ path }) {
      await state.journal.clear(path.name);
      return done;
    },

    async getRequest({ path: { name: sandbox, id } }) {
      const journal = await state.journal.list(sandbox);
      const entry = journal.find((one) => one.id === id);
      if (!entry) throw noSuchRequest(sandbox, id, journal);
      return {
        status: 200,
        json: { ...describe(mock(), entry), charges: explainEntry(mock(), sandbox, entry) ?? null },
      };
    },

    async verifyRequests({ path, body }) {
      const { parseVerification } = await import('../../journal/verification/parse-verification.js');
      const parsed = parseVerification(body, await checks.verificationValidator());
      if ('problems' in parsed) throw problemFrom(422, parsed.problems);
      const journal = await state.journal.list(path.name);
      const chosen = (await state.scenarios.chosen(path.name))?.names;
      refuseUnknownNames(mock(), parsed.verification.requests, { journal, chosen });
      const { secrets } = mock();
      const verdict = verifyJournal(
        journal,
        parsed.verification,
        secrets.names,
        secrets.credentials,
        checks.patternSearch(),
      );
      return { status: 200, json: verdict };
    },

    async getCoverage({ path: { name: sandbox } }) {
      return {
        status: 200,
        json: { sandbox, ...coverageReport(mock(), await state.coverage.marks(sandbox)) },
      };
    },
  } satisfies Partial<ControlHandlers>;
}

function describe(mock: Mock, entry: JournalEntry): ExchangeView {
  return describeEntry(entry, mock.secrets.names, sentHeaders(mock, entry));
}
