import { describeEntry, summarizeEntry } from '../../journal/describe-entry.js';
import { parseSearch } from '../../journal/search/search-terms.js';
import type { ControlContext } from '../control-context.js';
import { ok, type ListQuery, type ControlHandlers } from '../operation-handlers.js';
import { ControlProblem, problemFrom } from '../problem.js';
import { entryMatcher, type EntryMatcher } from './match-entry.js';
import { sentHeaders } from '../resources/sent-headers.js';
import type { JournalEntry } from '../../journal/journal-entry.js';
import type { State } from '../../state/state.js';

/** Exchanges in full that one response has at most: bodies make them large. */
const maxInFull = 1000;

/** The journals of all sandboxes, searched. */
export function prepareSearch({ mock, state }: Pick<ControlContext, 'mock' | 'state'>) {
  return {
    async searchRequests({ query }) {
      const { search = '', limit, summary } = query as ListQuery<'searchRequests'>;
      if (!summary && limit > maxInFull)
        throw new ControlProblem(
          400,
          `limit must be at most ${maxInFull} without summary=true, got ${limit}.`,
        );
      const { terms, problems } = parseSearch(search);
      if (problems.length > 0) throw problemFrom(400, problems);
      const { names } = mock().secrets;
      const matches = terms.length === 0 ? undefined : entryMatcher(terms, names);
      const slices = new Slices();
      const { found, matching } = await searchJournals(state, matches, limit, slices);
      const requests: unknown[] = [];
      for (const { sandbox, entry } of found) {
        const pause = slices.next();
        if (pause) await pause;
        requests.push({
          sandbox,
          ...(summary
            ? summarizeEntry(entry, names)
            : describeEntry(entry, names, sentHeaders(mock(), entry))),
        });
      }
      return ok({ matching, requests });
    },
  } satisfies Partial<ControlHandlers>;
}

/** An exchange, and the sandbox whose journal has it. */
interface FoundEntry {
  readonly sandbox: string;
  readonly entry: JournalEntry;
}

/** The longest time that a search blocks the requests of clients, in milliseconds. */
const sliceMs = 8;

class Slices {
  private end = performance.now() + sliceMs;

  /** Lets other work pass when a slice is over. Undefined where it isn't, so that the caller need not wait. */
  next(): Promise<void> | undefined {
    return performance.now() > this.end ? this.pause() : undefined;
  }

  private async pause(): Promise<void> {
    await new Promise(setImmediate);
    this.end = performance.now() + sliceMs;
  }
}

/** Journals read at the same time from a shared store. One in this process answers at once, and fewer entries are alive. */
const atOnce = 8;

/** Of the same millisecond, or under a clock that stands still, what came first is first. */
function order(one: JournalEntry, other: JournalEntry): number {
  return one.time - other.time || one.elapsed - other.elapsed || one.id - other.id;
}

/**
 * Looks through the journals of all sandboxes.
 *
 * @param matches undefined lets everything pass
 * @returns the latest of those that match, oldest first, and how many match
 */
async function searchJournals(
  { sandboxes, journal }: Pick<State, 'sandboxes' | 'journal'>,
  matches: EntryMatcher | undefined,
  limit: number,
  slices: Slices,
) {
  const listed = sandboxes.list();
  const readers = listed instanceof Promise ? atOnce : 1;
  const left = (await listed).filter(({ journalled }) => journalled > 0);
  const all: FoundEntry[] = [];
  const look = async (sandbox: string, entries: readonly JournalEntry[]): Promise<void> => {
    for (const entry of entries) {
      const pause = slices.next();
      if (pause) await pause;
      if (matches === undefined || matches(sandbox, entry)) all.push({ sandbox, entry });
    }
  };
  const readNext = async (): Promise<void> => {
    for (let next = left.pop(); next; next = left.pop()) await look(next.name, await journal.list(next.name));
  };
  await Promise.all(Array.from({ length: readers }, readNext));
  all.sort((a, b) => order(a.entry, b.entry));
  return { found: all.slice(-limit), matching: all.length };
}
