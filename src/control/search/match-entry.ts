import { shownHeader, shownQuery, type CredentialNames } from '../../journal/credential-names.js';
import type { JournalEntry, KeptBody, RequestHeaders } from '../../journal/journal-entry.js';
import { containing, lineTest, type SearchedLine } from '../../journal/search/match-line.js';
import { shownEntry, shownText } from '../../journal/shown-entry.js';
import type { SearchTerm } from '../../journal/search/search-terms.js';

/** Tells whether an exchange matches a search. */
export type EntryMatcher = (sandbox: string, entry: JournalEntry) => boolean;

/**
 * Makes the matcher of a search. Credentials are found only by what a journal shows of them: a search must not be a way to
 * guess the rest.
 */
export function entryMatcher(terms: readonly SearchTerm[], credentials: CredentialNames): EntryMatcher {
  const questions = terms.map((term) => ({
    inLine: lineTest(term),
    inWhole: wholeTest(term, credentials),
    not: term.not,
  }));
  return (sandbox, entry) => {
    const line = lineOf(sandbox, entry);
    let shown: JournalEntry | undefined;
    return questions.every(({ inLine, inWhole, not }) => {
      const known = inLine(line);
      if (known !== undefined) return known;
      // Few entries have the text at all.
      if (!inWhole(entry)) return not;
      shown ??= shownEntry(entry, credentials);
      return inWhole(shown) !== not;
    });
  };
}

/** Field by field: it is made for every exchange, and an object that is spread costs several times as much. */
function lineOf(
  sandbox: string,
  { id, request, response, delivery, operation, durationMs, scenario, problems, findings }: JournalEntry,
): SearchedLine {
  return {
    id,
    sandbox,
    method: request.method,
    path: shownText(request.path),
    operation: operation ?? null,
    status: response.status,
    headBytes: delivery.headBytes,
    ending: delivery.ending ?? null,
    durationMs,
    scenario: scenario?.names ?? none,
    fault: scenario?.fault ?? null,
    problems: problems.length,
    ...(findings && { findings: findings.length }),
  };
}

const none: readonly string[] = [];

/** Makes the test for a term that the line leaves open. */
function wholeTest(term: SearchTerm, credentials: CredentialNames): (entry: JournalEntry) => boolean {
  if (!('text' in term)) return () => false;
  const { kind, text } = term;
  const has = containing(text);
  const inBody = bodyTest(text);
  const inHeaders = headerTest(text, credentials);
  switch (kind) {
    case 'key':
      return ({ request }) => (request.key ?? 'missing') === text.toLowerCase();
    case 'rule':
      return ({ findings = [] }) => findings.some(({ rule }) => rule === text);
    case 'header':
      return ({ request, response }) => inHeaders(request.headers) || inHeaders(response.headers);
    case 'request':
      return ({ request }) => inBody(request.body);
    case 'response':
      return ({ response }) => inBody(response.body);
    case 'body':
      return ({ request, response }) => inBody(request.body) || inBody(response.body);
    default:
      return ({ request, response, problems }) =>
        inBody(response.body) ||
        inBody(request.body) ||
        (has(request.query) && has(shownQuery(request.query, credentials))) ||
        inHeaders(request.headers) ||
        inHeaders(response.headers) ||
        problems.some((problem) => has(problem.text));
  }
}

/** Headers as lines: `name: value`. A value is made presentable only where the text is in it. */
function headerTest(text: string, credentials: CredentialNames): (headers: RequestHeaders) => boolean {
  const has = containing(text);
  const spansLine = text.includes(':');
  return (headers) => {
    for (const name in headers) {
      const value = headers[name];
      if (value === undefined) continue;
      const joined = typeof value === 'string' ? value : value.join(', ');
      if (!(spansLine ? has(`${name}: ${joined}`) : has(name) || has(joined))) continue;
      if (has(`${name}: ${shownHeader(name.toLowerCase(), joined, credentials)}`)) return true;
    }
    return false;
  };
}

/**
 * Looks into bodies as bytes, in any spelling of ASCII letters: decoding each would take most of the time. Bodies that journals
 * share are looked into once.
 */
function bodyTest(text: string): (body: KeptBody) => boolean {
  const seen = new WeakMap<Uint8Array, boolean>();
  const spellings = [...new Set([text, jsonSpelling(text)])].map(bytesTest);
  return ({ bytes, lasting }) => {
    if (bytes.length === 0) return false;
    const known = lasting ? seen.get(bytes) : undefined;
    if (known !== undefined) return known;
    const found = spellings.some((test) => test(bytes));
    if (lasting) seen.set(bytes, found);
    return found;
  };
}

/** As a text stands in JSON, such as `\"` for a quotation mark. */
function jsonSpelling(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function bytesTest(text: string): (bytes: Uint8Array) => boolean {
  const needle = Buffer.from(text);
  if (!/[a-z]/i.test(text)) return (bytes) => asBuffer(bytes).includes(needle);
  const pattern = new RegExp(escaped(needle.toString('latin1')), 'i');
  return (bytes) => pattern.test(asBuffer(bytes).toString('latin1'));
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
