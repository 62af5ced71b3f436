import { packageVersion } from '../../contract/package-root.js';
import type { JournalEntry } from '../../journal/journal-entry.js';
import { coverageReport } from '../../journal/coverage/coverage-report.js';
import { describeEntry, summarizeEntry } from '../../journal/describe-entry.js';
import type { ExchangeView } from '../../journal/describe-entry.js';
import { parseSearch } from '../../journal/search/search-terms.js';
import { parseVerification } from '../../journal/verification/parse-verification.js';
import { verifyJournal } from '../../journal/verification/verify-journal.js';
import type { Mock } from '../../mock/mock.js';
import { harMediaType } from '../../recordings/har/har.js';
import { writeHar } from '../../recordings/har/write-har.js';
import type { ControlContext } from '../control-context.js';
import { done } from '../operation-handlers.js';
import type { ControlCall, ControlHandlers } from '../operation-handlers.js';
import { ControlProblem, problemFrom } from '../problem.js';
import { entryMatcher } from '../search/match-entry.js';
import { searchJournals } from '../search/search-journals.js';
import { explainEntry } from './explain-entry.js';
import { noSuchRequest } from './no-such-request.js';
import { recordedRequest } from './recorded-request.js';
import { scenarioOf } from './scenario-of-requests.js';
import { selectEntries } from './select-entries.js';
import { sentHeaders } from './sent-headers.js';

/** The same of a search. */
type SearchQuery = ControlCall<'searchRequests'>['query'] & {
  readonly limit: number;
  readonly summary: boolean;
};

/** Exchanges in full that one response has at most: bodies make them large. */
const mostInFull = 1000;

/** Two have defaults, so that they are always there; the generated type can't say it. */
type ListQuery = ControlCall<'listRequests'>['query'] & { readonly limit: number; readonly summary: boolean };

/** The journal of a sandbox, and what it shows. */
export function prepareRequests({ mock, state }: ControlContext) {
  return {
    async listRequests({ path: { name: sandbox }, query, accept }) {
      const { summary, ...selection } = query as ListQuery;
      const { entries, more } = selectEntries(await state.journal.list(sandbox), selection);
      if (asksForHar(accept)) {
        const exchanges = entries.map((entry) => recordedRequest(mock(), sandbox, entry));
        return {
          status: 200,
          text: JSON.stringify(writeHar(exchanges, packageVersion())),
          mediaType: harMediaType,
        };
      }
      const requests = summary
        ? entries.map(summarizeEntry)
        : entries.map((entry) => describe(mock(), entry));
      return { status: 200, json: { sandbox, requests, more } };
    },

    async searchRequests({ query }) {
      const { search = '', limit, summary } = query as SearchQuery;
      if (!summary && limit > mostInFull)
        throw new ControlProblem(
          400,
          `limit must be at most ${mostInFull} without summary=true, got ${limit}.`,
        );
      const { terms, problems } = parseSearch(search);
      if (problems.length > 0) throw problemFrom(400, problems);
      const matches = terms.length === 0 ? undefined : entryMatcher(terms, mock().secrets.names);
      const { found, matching } = await searchJournals(state, matches, limit);
      const requests = found.map(({ sandbox, entry }) => ({
        sandbox,
        ...(summary ? summarizeEntry(entry) : describe(mock(), entry)),
      }));
      return { status: 200, json: { matching, requests } };
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

    async makeScenarioFromRequests({ path: { name: sandbox }, body: { requests, title } }) {
      const journal = await state.journal.list(sandbox);
      return { status: 200, json: await scenarioOf(mock(), sandbox, journal, { requests, title }) };
    },

    async verifyRequests({ path, body }) {
      const parsed = parseVerification(body);
      if ('problems' in parsed) throw problemFrom(422, parsed.problems);
      const journal = await state.journal.list(path.name);
      const { secrets } = mock();
      const verdict = verifyJournal(journal, parsed.verification, secrets.names, secrets);
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

/** Whether a client wants HAR. */
function asksForHar(accept = ''): boolean {
  return accept.includes(harMediaType);
}
