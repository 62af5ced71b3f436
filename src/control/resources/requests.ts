import type { JournalEntry } from '../../journal/journal-entry.js';
import { sentStatus } from '../../journal/delivery.js';
import { coverageReport } from '../../journal/coverage/coverage-report.js';
import { describeEntry, summarizeEntry, type ExchangeView } from '../../journal/describe-entry.js';
import { shownValue } from '../../journal/shown-entry.js';
import { verifyJournal } from '../../journal/verification/verify-journal.js';
import type { Mock } from '../../mock/mock.js';
import { harMediaType } from '../../recordings/har/har.js';
import type { LocalContext } from '../control-context.js';
import { done, type ListQuery, type ControlHandlers, ok } from '../operation-handlers.js';
import { problemFrom, ControlProblem } from '../problem.js';
import { refuse } from '../scenarios/chosen-scenario.js';
import { schemaProblems } from '../../contract/validation/problem-text.js';
import { refuseUnknownNames, refuseUnknownOperation } from './refuse-unknown-names.js';
import { sentHeaders } from './sent-headers.js';
import { requestBodyValidator } from '../../contract/contract.js';
import { parseJsonBody } from '../../mock/exchange/request.js';

/** The journal of a sandbox, and what it shows. */
export function prepareRequests({ mock, state, checks, writeHar }: LocalContext) {
  return {
    async listRequests({ path: { name: sandbox }, query, accept }) {
      const { summary, ...selection } = query as ListQuery<'listRequests'>;
      const journal = await state.journal.list(sandbox);
      refuseUnknownOperation(mock(), selection.operation, { journal });
      const { entries, more } = selectEntries(journal, selection);
      if (writeHar && accept?.includes(harMediaType) === true) {
        const text = await writeHar(mock(), sandbox, entries);
        return { status: 200, text, mediaType: harMediaType };
      }
      const requests = summary
        ? entries.map((entry) => summarizeEntry(entry, mock().secrets.names))
        : entries.map((entry) => describe(mock(), entry));
      return ok({ sandbox, requests, more });
    },

    async clearRequests({ path }) {
      await state.journal.clear(path.name);
      return done;
    },

    async getRequest({ path: { name: sandbox, id } }) {
      const journal = await state.journal.list(sandbox);
      const entry = journal.find((one) => one.id === id);
      if (!entry) throw noSuchRequest(sandbox, id, journal);
      return ok({ ...describe(mock(), entry), charges: explainEntry(mock(), sandbox, entry) ?? null });
    },

    async verifyRequests({ path, body }) {
      const { parseVerification } = await import('../../journal/verification/parse-verification.js');
      const accepts = await checks.verificationValidator?.();
      if (accepts) refuse(schemaProblems(accepts, body, 'verification'));
      const parsed = parseVerification(body);
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
      return ok(shownValue(verdict));
    },

    async getCoverage({ path: { name: sandbox } }) {
      return ok({ sandbox, ...coverageReport(mock(), await state.journal.marks(sandbox)) });
    },
  } satisfies Partial<ControlHandlers>;
}

function describe(mock: Mock, entry: JournalEntry): ExchangeView {
  return describeEntry(entry, mock.secrets.names, sentHeaders(mock, entry));
}

/** 404 for an exchange that a journal has no more, or never had. */
export function noSuchRequest(sandbox: string, id: number, journal: readonly JournalEntry[]): ControlProblem {
  const [first, last] = [journal[0], journal.at(-1)];
  const has = first && last ? `it has ${first.id} to ${last.id}` : 'it is empty';
  return new ControlProblem(404, `The journal of sandbox "${sandbox}" has no request ${id}; ${has}.`);
}

/** Picks exchanges, oldest first. @returns also whether the limit left any out */
function selectEntries(
  journal: readonly JournalEntry[],
  { limit, after, before, operation, status }: Omit<ListQuery<'listRequests'>, 'summary'>,
): { readonly entries: readonly JournalEntry[]; readonly more: boolean } {
  const wanted = journal.filter(
    (entry) =>
      (after === undefined || entry.id > after) &&
      (before === undefined || entry.id < before) &&
      (operation === undefined || (entry.operation ?? 'none') === operation) &&
      (status === undefined || hasStatus(entry, status)),
  );
  const entries = after === undefined ? wanted.slice(-limit) : wanted.slice(0, limit);
  return { entries, more: entries.length < wanted.length };
}

function hasStatus(entry: JournalEntry, wanted: string): boolean {
  const status = String(sentStatus(entry));
  return /x/i.test(wanted) ? status.startsWith(wanted.charAt(0)) : status === wanted;
}

/**
 * Asks the service to explain a recorded response. Undefined where it says nothing, where the journal keeps
 * only a part of the request, and where the document would not accept the request: a scenario can force a success on one that
 * is not valid, and a reload can change what is.
 */
export function explainEntry(
  { contract, service, operations }: Pick<Mock, 'contract' | 'service' | 'operations'>,
  sandbox: string,
  entry: JournalEntry,
): unknown {
  const { bytes, size } = entry.request.body;
  const served = operations.find(({ operation }) => operation.id === entry.operation);
  // Nobody knows how a real service came to its answer.
  if (!service?.explain || !served || bytes.length < size || entry.response.fromTarget) return undefined;
  if (!served.body) return service.explain(entry, undefined, sandbox);
  const parsed = parseJsonBody(bytes);
  if (!('value' in parsed) || !requestBodyValidator(contract, served.operation)?.(parsed.value))
    return undefined;
  return service.explain(entry, parsed.value, sandbox);
}
