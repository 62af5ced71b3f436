import type { components } from '../../contract/generated/control-api.js';
import { valueAt, toPointer } from '../../contract/json-pointer.js';
import { isContainer, isObject } from '../../contract/schema/json-equal.js';
import { fieldPath, shown } from '../../contract/validation/problem-text.js';
import { sentStatus } from '../delivery.js';
import type { JournalEntry } from '../journal-entry.js';
import { shownHeader, usualCredentials } from '../credential-names.js';
import type { KeptCredentials, CredentialNames } from '../credential-names.js';
import { parsedBody } from '../describe-body.js';
import { plainSearch, type PatternSearch } from './pattern-search.js';
import { differenceOf, failureOf, type ValueTest } from './value-test.js';

/** Conditions on an exchange: all that are given must hold, and every exchange matches an empty one. */
export type RequestMatcher = Omit<components['schemas']['RequestExpectation'], 'times' | 'pointers'> & {
  /** By JSON pointer into the request's body. */
  readonly pointers?: Readonly<Record<string, ValueTest>>;
};

export interface MatchResult {
  readonly matches: boolean;
  /** Reasons why the exchange doesn't match, each a part of a sentence. */
  readonly differences: readonly string[];
  /** 0 for a match; the nearer, the smaller. */
  readonly distance: number;
}

type MatchContext = Readonly<ReturnType<typeof matchContext>>;

/**
 * Shared by the matching of many exchanges.
 *
 * @param credentials whose values the differences show masked
 * @param kept the kept form of header and query values, to which expected values are compared
 */
export function matchContext(
  credentials: CredentialNames = usualCredentials,
  kept?: KeptCredentials,
  patterns: PatternSearch = plainSearch,
) {
  // The body of each entry, parsed once.
  return { credentials, kept, patterns, bodies: new WeakMap<JournalEntry, unknown>() };
}

/** The test of a text, of which the journal has only what `keep` leaves. */
function testOfKept(test: ValueTest, keep: (value: string) => string): ValueTest {
  if (typeof test === 'string') return keep(test);
  return isObject(test) && typeof test.equals === 'string' ? { equals: keep(test.equals) } : test;
}

/** Differences that are listed for one exchange. */
const maxDifferences = 20;

/** An exchange of another operation is farther than any other difference makes it. */
const otherOperation = 1000;

/** Stands in expectations for an exchange to which no scenario applied. */
const normalName = 'normal';

/** Compares one exchange with what is expected. */
export function matchRequest(
  entry: JournalEntry,
  matcher: RequestMatcher,
  context: MatchContext = matchContext(),
): MatchResult {
  const target = targetDifferences(entry, matcher);
  const differences = [
    ...target,
    ...responseDifferences(entry, matcher),
    ...headerDifferences(entry, matcher, context),
    ...queryDifferences(entry, matcher, context),
    ...bodyDifferences(entry, matcher, context),
  ];
  return {
    matches: differences.length === 0,
    differences: cut(differences),
    distance: differences.length + target.length * otherOperation,
  };
}

function cut(differences: string[]): string[] {
  const left = differences.length - maxDifferences;
  return left > 0 ? [...differences.slice(0, maxDifferences), `and ${left} more differences`] : differences;
}

function targetDifferences({ operation, request }: JournalEntry, matcher: RequestMatcher): string[] {
  return [
    ...unlike('operation', operation ?? 'none of the document', matcher.operation),
    ...unlike('method', request.method.toUpperCase(), matcher.method?.toUpperCase()),
    ...unlike('path', request.path, matcher.path),
  ];
}

function responseDifferences(entry: JournalEntry, matcher: RequestMatcher): string[] {
  const { scenario } = entry;
  const names = scenario?.names ?? [];
  const met = names.length === 0 ? [normalName] : names;
  const asExpected = matcher.scenario === undefined || met.includes(matcher.scenario);
  return [
    ...unlike('status', sentStatus(entry), matcher.status),
    ...(asExpected ? [] : unlike('scenario', met.join(', '), matcher.scenario)),
  ];
}

function unlike<T extends string | number>(what: string, got: T, expected: T | undefined): string[] {
  return expected === undefined || got === expected ? [] : [`${what} is ${got}, expected ${expected}`];
}

function headerDifferences(
  { request }: JournalEntry,
  { headers = {} }: RequestMatcher,
  { credentials, kept, patterns }: MatchContext,
): string[] {
  return Object.entries(headers).flatMap(([given, test]) => {
    const name = given.toLowerCase();
    const value = Object.hasOwn(request.headers, name) ? request.headers[name] : undefined;
    const text = Array.isArray(value) ? value.join(', ') : value;
    const expected = kept ? testOfKept(test, (one) => kept.header(name, one)) : test;
    const failure = failureOf(expected, text, patterns);
    if (failure === undefined) return [];
    if (text === undefined || !credentials.headers.has(name)) return [`header ${name} ${failure}`];
    return [`header ${name} is not as expected, it is ${shownHeader(name, text, credentials)}`];
  });
}

function queryDifferences(
  { request }: JournalEntry,
  { query = {} }: RequestMatcher,
  { credentials, kept, patterns }: MatchContext,
): string[] {
  const parameters = new URLSearchParams(request.query);
  return Object.entries(query).flatMap(([name, test]) => {
    const expected = kept ? testOfKept(test, (value) => kept.parameter(name, value)) : test;
    const failure = failureOf(expected, parameters.get(name) ?? undefined, patterns);
    if (failure === undefined) return [];
    const secret = credentials.query.has(name) && parameters.has(name);
    return [`query parameter ${name} ${secret ? 'is not as expected' : failure}`];
  });
}

function bodyDifferences(entry: JournalEntry, matcher: RequestMatcher, context: MatchContext): string[] {
  const { pointers = {}, body: wanted } = matcher;
  const tests = Object.entries(pointers);
  if (tests.length === 0 && wanted === undefined) return [];
  const { bytes, size } = entry.request.body;
  if (bytes.length < size)
    return [`body has ${size} bytes, of which ${bytes.length} were kept, too few to compare`];
  const body = bodyOf(entry, context);
  if (body === undefined && wanted !== undefined)
    return [size === 0 ? 'body is missing' : 'body is not JSON that can be compared'];
  const failed = tests.flatMap(([pointer, test]) => {
    const failure = failureOf(test, valueAt(body, pointer), context.patterns);
    return failure === undefined ? [] : [`${placeInBody(pointer)} ${failure}`];
  });
  return [...(wanted === undefined ? [] : subsetDifferences(body, wanted)), ...failed];
}

function bodyOf(entry: JournalEntry, { bodies }: MatchContext): unknown {
  if (!bodies.has(entry)) bodies.set(entry, parsedBody(entry.request.body)?.value);
  return bodies.get(entry);
}

/** Lists where `value` lacks what `wanted` has: fields of objects, elements of arrays by index, all else equal. */
export function subsetDifferences(value: unknown, wanted: unknown, at: readonly string[] = []): string[] {
  if (!isContainer(wanted)) {
    return value === wanted ? [] : [`${placeInBody(toPointer(at))} ${differenceOf(value, wanted)}`];
  }
  if (!isContainer(value) || Array.isArray(value) !== Array.isArray(wanted))
    return [`${placeInBody(toPointer(at))} is ${shown(value)}, expected ${shown(wanted)}`];
  return Object.entries(wanted).flatMap(([name, inner]) =>
    Object.hasOwn(value, name)
      ? subsetDifferences(value[name], inner, [...at, name])
      : [`${placeInBody(toPointer([...at, name]))} is missing, expected ${shown(inner)}`],
  );
}

/** `/boxes/0` → `body.boxes[0]`. */
function placeInBody(pointer: string): string {
  if (pointer === '') return 'body';
  const path = fieldPath(pointer, '');
  return path.startsWith('[') ? `body${path}` : `body.${path}`;
}
