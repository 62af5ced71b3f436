import type { components } from '../../contract/generated/control-api.js';
import type { JournalEntry } from '../journal-entry.js';
import { usualCredentials, type CredentialNames, type KeptCredentials } from '../credential-names.js';
import { summarizeEntry } from '../describe-entry.js';
import { checkBackoff } from './check-backoff.js';
import type { RequestExpectation, Verification } from './parse-verification.js';
import { matchContext, matchRequest, type MatchResult } from './request-matcher.js';
import type { PatternSearch } from './pattern-search.js';

type Schemas = components['schemas'];

/** The verdict on a journal; a back-off can't be verified by a journal without a 429. */
export type Verdict = Omit<Schemas['Verdict'], 'checks'> & { readonly checks: readonly Check[] };
type Check = Omit<Schemas['Check'], 'request'> & { readonly request: RequestExpectation };

const maxNearMisses = 3;

/**
 * Compares a journal with what was expected of it.
 *
 * @param entries of one sandbox, in any order
 * @param credentials what the differences show masked
 * @param kept what the journal keeps of credentials; without it they are compared as they are
 * @param patterns how patterns are searched for that somebody else may have written
 */
export function verifyJournal(
  entries: readonly JournalEntry[],
  { requests, inOrder, backoff }: Verification,
  credentials: CredentialNames = usualCredentials,
  kept?: KeptCredentials,
  patterns?: PatternSearch,
): Verdict {
  const arrived = byArrival(entries);
  const context = matchContext(credentials, kept, patterns);
  const results = requests.map((request) =>
    arrived.map((entry) => ({ entry, ...matchRequest(entry, request, context) })),
  );
  const checks = requests.map((request, index) => check(request, results[index] ?? [], credentials));
  const order = inOrder
    ? checkOrder(
        checks.map(({ request, ids }) => ({ ids, least: bounds(request.times).atLeast })),
        arrived,
      )
    : undefined;
  const waiting = backoff ? checkBackoff(arrived) : undefined;
  return {
    verified:
      checks.every(({ passed }) => passed) &&
      order?.passed !== false &&
      (!waiting || waiting.passed === true),
    checks,
    ...(order && { order }),
    ...(waiting && { backoff: waiting }),
  };
}

/** Several replicas number their requests each as it hears of them; what a client did is the order of their arrival. */
function byArrival(entries: readonly JournalEntry[]): JournalEntry[] {
  return [...entries].sort((a, b) => a.elapsed - b.elapsed || a.id - b.id);
}

type Compared = MatchResult & { readonly entry: JournalEntry };

function check(
  request: RequestExpectation,
  results: readonly Compared[],
  credentials: CredentialNames,
): Check {
  const { atLeast, atMost } = bounds(request.times);
  const ids = results.filter(({ matches }) => matches).map(({ entry }) => entry.id);
  const found = ids.length;
  return {
    request,
    expected: boundsText(atLeast, atMost),
    found,
    passed: found >= atLeast && found <= atMost,
    ids,
    nearMisses: found < atLeast ? nearMisses(results, credentials) : [],
  };
}

function bounds(times: RequestExpectation['times'] = { atLeast: 1 }): { atLeast: number; atMost: number } {
  if (typeof times === 'number') return { atLeast: times, atMost: times };
  return { atLeast: times.atLeast ?? 0, atMost: times.atMost ?? Infinity };
}

function boundsText(atLeast: number, atMost: number): string {
  if (atLeast === atMost) return `exactly ${atLeast}`;
  if (atMost === Infinity) return `at least ${atLeast}`;
  return atLeast === 0 ? `at most ${atMost}` : `${atLeast} to ${atMost}`;
}

/** Nearest first; of equally near ones the latest, which is what a test has just done. */
function nearMisses(results: readonly Compared[], credentials: CredentialNames): Check['nearMisses'] {
  return results
    .filter(({ matches }) => !matches)
    .reverse()
    .sort((a, b) => a.distance - b.distance)
    .slice(0, maxNearMisses)
    .map(({ entry, differences }) => ({
      id: entry.id,
      summary: summarizeEntry(entry, credentials),
      differences,
    }));
}

/** One expectation: the exchanges that match it, in order of arrival, and how many of them the order needs. */
interface OrderedStep {
  readonly ids: readonly number[];
  readonly least: number;
}

/**
 * Tells whether the journal has, one after another, the exchanges that each step needs; others may have come between. Taking
 * the earliest that fits is never worse: it leaves the most for the steps that follow.
 *
 * @param arrived the exchanges in order of arrival
 */
export function checkOrder(
  steps: readonly OrderedStep[],
  arrived: readonly { readonly id: number }[],
): NonNullable<Verdict['order']> {
  const places = new Map(arrived.map(({ id }, place) => [id, place]));
  const taken: number[] = [];
  let last = -1;
  for (const [index, { ids, least }] of steps.entries()) {
    for (let needed = least; needed > 0; needed -= 1) {
      const next = ids.find((id) => (places.get(id) ?? -1) > last);
      if (next === undefined) return { passed: false, why: missing(index + 1, ids, taken) };
      last = places.get(next) ?? last;
      taken.push(next);
    }
  }
  return {
    passed: true,
    why: taken.length === 0 ? 'Nothing has to come in an order.' : `In order: ${exchanges(taken)}.`,
  };
}

function missing(step: number, ids: readonly number[], taken: readonly number[]): string {
  if (ids.length === 0) return `Nothing matches request ${step} of the list.`;
  const before = taken.at(-1);
  const came = `it was matched by ${exchanges(ids)}`;
  return before === undefined
    ? `Request ${step} of the list did not come often enough: ${came}.`
    : `Request ${step} of the list should have come after exchange ${before}, but ${came} only.`;
}

function exchanges(ids: readonly number[]): string {
  const shown = ids.length > 10 ? [...ids.slice(0, 10), '…'] : ids;
  return `${ids.length === 1 ? 'exchange' : 'exchanges'} ${shown.join(', ')}`;
}
