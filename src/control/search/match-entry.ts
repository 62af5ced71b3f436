import { shownHeader, shownQuery, type CredentialNames } from '../../journal/credential-names.js';
import type { JournalEntry, KeptBody, RequestHeaders } from '../../journal/journal-entry.js';
import { containing, lineTest, type SearchedLine } from '../../journal/search/match-line.js';
import { shownEntry, shownParts, shownText } from '../../journal/shown-entry.js';
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
    ...wholeTests(term, credentials),
    not: term.not,
  }));
  return (sandbox, entry) => {
    const line = lineOf(sandbox, entry);
    let shown: JournalEntry | undefined;
    return questions.every(({ inLine, inWhole, surelyInBody, not }) => {
      const known = inLine(line);
      if (known !== undefined) return known;
      // Few entries have the text at all, and few of those have a secret near it.
      if (!inWhole(entry)) return not;
      if (surelyInBody(entry)) return !not;
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

interface WholeTests {
  readonly inWhole: (entry: JournalEntry) => boolean;
  /** True if a body has the text where it is shown. False also where only `shownEntry` can tell. */
  readonly surelyInBody: (entry: JournalEntry) => boolean;
}

/** Makes the tests for a term that the line leaves open. */
function wholeTests(term: SearchTerm, credentials: CredentialNames): WholeTests {
  if (!('text' in term)) return { inWhole: () => false, surelyInBody: () => false };
  const { kind, text } = term;
  const searched = new SearchedBodies(text);
  const bodies = bodiesOf(kind);
  const inBodies = (entry: JournalEntry): boolean => bodies(entry).some((body) => searched.has(body));
  return {
    inWhole: headTest(kind, text, credentials, inBodies),
    surelyInBody: (entry) => bodies(entry).some((body) => searched.surelyShows(body, entry)),
  };
}

type TextKind = Extract<SearchTerm, { readonly text: string }>['kind'];

function bodiesOf(kind: TextKind): (entry: JournalEntry) => readonly KeptBody[] {
  switch (kind) {
    case 'request':
      return ({ request }) => [request.body];
    case 'response':
      return ({ response }) => [response.body];
    case 'body':
    case 'text':
      return ({ request, response }) => [response.body, request.body];
    default:
      return () => [];
  }
}

/** Bodies come last: of what is shown each is made when it is asked for. */
function headTest(
  kind: TextKind,
  text: string,
  credentials: CredentialNames,
  inBodies: (entry: JournalEntry) => boolean,
): (entry: JournalEntry) => boolean {
  const has = containing(text);
  const inHeaders = headerTest(text, credentials);
  switch (kind) {
    case 'key':
      return ({ request }) => (request.key ?? 'missing') === text.toLowerCase();
    case 'rule':
      return ({ findings = [] }) => findings.some(({ rule }) => rule === text);
    case 'header':
      return ({ request, response }) => inHeaders(request.headers) || inHeaders(response.headers);
    case 'text':
      return (entry) =>
        (has(entry.request.query) && has(shownQuery(entry.request.query, credentials))) ||
        inHeaders(entry.request.headers) ||
        inHeaders(entry.response.headers) ||
        entry.problems.some((problem) => has(problem.text)) ||
        inBodies(entry);
    default:
      return inBodies;
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

/** Places of a text that are looked at before all of a body is. */
const placesTried = 4;

/**
 * Looks for a text in bodies as bytes, in any spelling of ASCII letters: decoding each would take most of the time. Bodies that
 * journals share are looked into once.
 */
class SearchedBodies {
  private readonly seen = new WeakMap<Uint8Array, boolean>();
  private readonly spellings: readonly Spelling[];

  constructor(text: string) {
    this.spellings = [...new Set([text, jsonSpelling(text)])].map((one) => new Spelling(one));
  }

  has({ bytes, lasting }: KeptBody): boolean {
    if (bytes.length === 0) return false;
    const known = lasting ? this.seen.get(bytes) : undefined;
    if (known !== undefined) return known;
    const found = this.spellings.some((spelling) => spelling.placesIn(bytes, 1).length > 0);
    if (lasting) this.seen.set(bytes, found);
    return found;
  }

  /** False also where only a look at the whole exchange can tell. */
  surelyShows(body: KeptBody, entry: JournalEntry): boolean {
    if (!this.has(body)) return false;
    const isShown = shownParts(entry, body);
    return this.spellings.some((spelling) =>
      spelling.placesIn(body.bytes, placesTried).some((place) => isShown(place, place + spelling.length)),
    );
  }
}

/** As a text stands in JSON, such as `\"` for a quotation mark. */
function jsonSpelling(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** A text as it stands in bodies. */
class Spelling {
  /** In bytes. */
  readonly length: number;
  private readonly needle: Buffer;
  private readonly pattern: RegExp | undefined;

  constructor(text: string) {
    this.needle = Buffer.from(text);
    this.length = this.needle.length;
    if (/[a-z]/i.test(text)) this.pattern = new RegExp(escaped(this.needle.toString('latin1')), 'gi');
  }

  /** The first places of the text. */
  placesIn(bytes: Uint8Array, most: number): number[] {
    const { pattern, needle } = this;
    const buffer = asBuffer(bytes);
    const places: number[] = [];
    const text = pattern && buffer.toString('latin1');
    for (let from = 0; places.length < most; from = (places.at(-1) ?? 0) + 1) {
      let place;
      if (pattern && text !== undefined) {
        pattern.lastIndex = from;
        place = pattern.exec(text)?.index ?? -1;
      } else place = buffer.indexOf(needle, from);
      if (place === -1) break;
      places.push(place);
    }
    return places;
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
