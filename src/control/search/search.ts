import { describeEntry, summarizeEntry } from '../../journal/describe-entry.js';
import { parseSearch } from '../../journal/search/search-terms.js';
import type { ControlContext } from '../control-context.js';
import type { ControlCall, ControlHandlers } from '../operation-handlers.js';
import { ControlProblem, problemFrom } from '../problem.js';
import { entryMatcher } from './match-entry.js';
import { searchJournals } from './search-journals.js';
import { sentHeaders } from '../resources/sent-headers.js';

/** Two have defaults, so that they are always there; the generated type can't say it. */
type SearchQuery = ControlCall<'searchRequests'>['query'] & {
  readonly limit: number;
  readonly summary: boolean;
};

/** Exchanges in full that one response has at most: bodies make them large. */
const maxInFull = 1000;

/** The journals of all sandboxes, searched. */
export function prepareSearch({ mock, state }: Pick<ControlContext, 'mock' | 'state'>) {
  return {
    async searchRequests({ query }) {
      const { search = '', limit, summary } = query as SearchQuery;
      if (!summary && limit > maxInFull)
        throw new ControlProblem(
          400,
          `limit must be at most ${maxInFull} without summary=true, got ${limit}.`,
        );
      const { terms, problems } = parseSearch(search);
      if (problems.length > 0) throw problemFrom(400, problems);
      const { names } = mock().secrets;
      const matches = terms.length === 0 ? undefined : entryMatcher(terms, names);
      const { found, matching } = await searchJournals(state, matches, limit);
      const requests = found.map(({ sandbox, entry }) => ({
        sandbox,
        ...(summary ? summarizeEntry(entry) : describeEntry(entry, names, sentHeaders(mock(), entry))),
      }));
      return { status: 200, json: { matching, requests } };
    },
  } satisfies Partial<ControlHandlers>;
}
