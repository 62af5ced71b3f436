import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fc } from '../../testing/properties/fast-check.js';
import { BoundedPatterns } from './bounded-patterns.js';
import { matchContext, matchRequest, subsetDifferences, type RequestMatcher } from './request-matcher.js';
import { JournalSecrets } from '../journal-secrets.js';
import { journalEntry } from '../testing/journal-entries.js';

const entry = journalEntry({
  method: 'POST',
  path: '/get-shipping-rates',
  query: 'page=2&tag=a%20b',
  operation: 'getShippingRates',
  headers: { authorization: 'Bearer dk_test_long-enough-name', 'content-type': 'application/json' },
  body: { weight: 4, note: 'fragile', boxes: [{ length: 1 }, { length: 2 }], nothing: null },
  status: 429,
  scenario: { names: ['slow', 'rate-limited'] },
});

const differences = (matcher: RequestMatcher): readonly string[] => matchRequest(entry, matcher).differences;

describe('an exchange that matches', () => {
  it.each<RequestMatcher>([
    {},
    { operation: 'getShippingRates' },
    { method: 'post' },
    { path: '/get-shipping-rates' },
    { status: 429 },
    { scenario: 'slow' },
    { scenario: 'rate-limited' },
    { query: { page: '2', tag: 'a b', other: { exists: false } } },
    { headers: { 'Content-Type': 'application/json', accept: { exists: false } } },
    {
      headers: { Authorization: { pattern: 'long-enough' }, 'content-type': { equals: 'application/json' } },
    },
    { body: {} },
    { body: { weight: 4 } },
    { body: { nothing: null } },
    { body: { boxes: [{ length: 1 }] } },
    { body: { boxes: [{}, { length: 2 }] } },
    { pointers: { '/weight': 4, '/boxes/1/length': 2, '/nothing': null, '/none': { exists: false } } },
    { pointers: { '/note': { pattern: '^frag' }, '/boxes/0': { equals: { length: 1 } } } },
    { pointers: { '/boxes': [{ length: 1 }, { length: 2 }], '/boxes/0/length': { exists: true } } },
  ])('%j', (matcher) => {
    expect(matchRequest(entry, matcher)).toEqual({ matches: true, differences: [], distance: 0 });
  });
});

describe('an exchange that does not match is explained', () => {
  it.each<[RequestMatcher, string[]]>([
    [{ operation: 'getOrder' }, ['operation is getShippingRates, expected getOrder']],
    [{ method: 'GET' }, ['method is POST, expected GET']],
    [{ path: '/orders' }, ['path is /get-shipping-rates, expected /orders']],
    [{ status: 200 }, ['status is 429, expected 200']],
    [{ scenario: 'flaky' }, ['scenario is slow, rate-limited, expected flaky']],
    [{ scenario: 'normal' }, ['scenario is slow, rate-limited, expected normal']],
    [{ query: { page: '3' } }, ['query parameter page is "2", expected "3"']],
    [{ query: { size: { exists: true } } }, ['query parameter size is missing, expected any value']],
    [{ headers: { Accept: 'text/html' } }, ['header accept is missing, expected "text/html"']],
    [
      { headers: { 'content-type': { pattern: 'xml' } } },
      ['header content-type is "application/json", expected a text with the pattern "xml"'],
    ],
    [
      { headers: { 'content-type': { exists: false } } },
      ['header content-type is "application/json", expected nothing'],
    ],
    [{ headers: { constructor: { exists: true } } }, ['header constructor is missing, expected any value']],
    [{ body: { weight: '4' } }, ['body.weight is 4, expected "4"']],
    [{ body: { boxes: [{ length: 2 }] } }, ['body.boxes[0].length is 1, expected 2']],
    [{ body: { boxes: [{}, {}, {}] } }, ['body.boxes[2] is missing, expected an object']],
    [{ body: { boxes: { 0: {} } } }, ['body.boxes is an array of 2, expected an object']],
    [{ body: [] }, ['body is an object, expected an empty array']],
    [{ body: null }, ['body is an object, expected null']],
    [
      { body: { nothing: {}, weight: 5 } },
      ['body.nothing is null, expected an object', 'body.weight is 4, expected 5'],
    ],
    [{ pointers: { '/weight': 5 } }, ['body.weight is 4, expected 5']],
    [
      { pointers: { '/weight': { pattern: '4' } } },
      ['body.weight is 4, expected a text with the pattern "4"'],
    ],
    [
      { pointers: { '/none': { pattern: '4' } } },
      ['body.none is missing, expected a text with the pattern "4"'],
    ],
    [
      { pointers: { '/boxes': [{ length: 1 }, { length: 3 }] } },
      ['body.boxes is another than expected: an array of 2 too'],
    ],
    [{ pointers: { '': { exists: false } } }, ['body is an object, expected nothing']],
  ])('%j', (matcher, expected) => {
    expect(differences(matcher)).toEqual(expected);
    expect(matchRequest(entry, matcher).matches).toBe(false);
  });

  it('without showing a credential', () => {
    const [text = ''] = differences({ headers: { authorization: 'Bearer dk_test_long-enough-game' } });
    expect(text).toBe('header authorization is not as expected, it is Bearer dk_t…');
    const context = matchContext({ headers: new Set(), query: new Set(['tag']) });
    expect(matchRequest(entry, { query: { tag: 'x' } }, context).differences).toEqual([
      'query parameter tag is not as expected',
    ]);
  });

  it('where there is no operation, no scenario and no body', () => {
    const bare = journalEntry({ operation: undefined });
    expect(matchRequest(bare, { operation: 'getOrder', scenario: 'slow', body: {} }).differences).toEqual([
      'operation is none of the document, expected getOrder',
      'scenario is normal, expected slow',
      'body is missing',
    ]);
    expect(matchRequest(bare, { scenario: 'normal' }).matches).toBe(true);
    expect(matchRequest(bare, { pointers: { '/a': { exists: false } } }).matches).toBe(true);
    expect(matchRequest(journalEntry({ body: '{"a":' }), { body: {} }).differences).toEqual([
      'body is not JSON that can be compared',
    ]);
  });

  it('where too little of the body was kept', () => {
    const cut = journalEntry({ body: '{}', size: 70_000 });
    expect(matchRequest(cut, { body: {} }).differences).toEqual([
      'body has 70000 bytes, of which 2 were kept, too few to compare',
    ]);
    expect(matchRequest(cut, { method: 'GET' }).matches).toBe(true);
  });

  it('in twenty sentences at most', () => {
    const long = Array.from({ length: 30 }, (_, index) => index);
    const all = matchRequest(entry, { pointers: Object.fromEntries(long.map((n) => [`/${n}`, n])) });
    expect(all.differences).toHaveLength(21);
    expect(all.differences[20]).toBe('and 10 more differences');
    expect(all.distance).toBe(30);
  });

  it('with another operation always farther than any other difference', () => {
    const near = matchRequest(entry, { operation: 'getShippingRates', body: { a: 1, b: 2, c: 3 } });
    const far = matchRequest(entry, { operation: 'getOrder' });
    expect(near.distance).toBeLessThan(far.distance);
  });
});

describe('a subset', () => {
  const json = fc.json({ maxDepth: 4 }).map((text): unknown => JSON.parse(text));

  it('is every value of itself', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(subsetDifferences(value, structuredClone(value))).toEqual([]);
      }),
    );
  });

  it('is a value without some of its fields, and not the reverse', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), json, { minKeys: 1 }), (value) => {
        const [, ...fewer] = Object.entries(value);
        const less = Object.fromEntries(fewer);
        expect(subsetDifferences(value, less)).toEqual([]);
        expect(subsetDifferences(less, value)).toHaveLength(1);
      }),
    );
  });

  /** A body of no bytes is none, so that a text is sent as JSON here. */
  it('made from an entry matches that entry', () => {
    fc.assert(
      fc.property(json, fc.webQueryParameters(), (value, query) => {
        const made = journalEntry({ body: JSON.stringify(value), query, headers: { 'x-a': 'b' } });
        const { request, operation, response } = made;
        const matcher = {
          ...{ method: request.method, path: request.path, status: response.status, scenario: 'normal' },
          ...{ operation: operation ?? '', headers: { 'X-A': 'b' }, body: value },
          pointers: { '': { equals: value } },
          query: Object.fromEntries([...new URLSearchParams(query)].reverse()),
        };
        expect(matchRequest(made, matcher).differences).toEqual([]);
      }),
    );
  });
});

describe('patterns', () => {
  it('are found anywhere, in Unicode', () => {
    const patterns = new BoundedPatterns({ one: 10_000, all: 10_000 });
    expect(patterns.found('^.$', '🚢')).toBe(true);
    expect(patterns.found('b', 'abc')).toBe(true);
    expect(patterns.found('B', 'abc')).toBe(false);
  });

  it('that would take centuries are stopped, and not tried again', () => {
    const hostile = journalEntry({ body: { text: `${'a'.repeat(40)}!` } });
    const context = matchContext(undefined, undefined, new BoundedPatterns({ one: 250, all: 60_000 }));
    const matcher = { pointers: { '/text': { pattern: '^(a+)+\\1$' } } };
    // To try each time would take minutes, and use up the time of all patterns.
    for (let round = 0; round < 200; round += 1) {
      expect(matchRequest(hostile, matcher, context).differences).toEqual([
        'body.text could not be searched: the pattern "^(a+)+\\\\1$" takes too long, make it simpler',
      ]);
    }
    expect(context.patterns.found('a!$', 'aa!')).toBe(true);
  });

  it('that are many and slow are all stopped', () => {
    const patterns = new BoundedPatterns();
    const text = `${'a'.repeat(40)}!`;
    for (let round = 0; round < 40; round += 1)
      expect(patterns.found(`^(a+)+(?:\\1)${round}$`, text)).toBeUndefined();
    expect(patterns.found('(a)\\1', 'aa')).toBeUndefined();
  });

  it('are searched without regard to time, unless they refer to a group or look around', () => {
    const patterns = new BoundedPatterns({ one: 1, all: 0 });
    expect(patterns.found('^(a+)+$', `${'a'.repeat(40)}!`)).toBe(false);
    expect(patterns.found('^(a+)+!$', `${'a'.repeat(40)}!`)).toBe(true);
    expect(patterns.found('(?=a)a', 'a')).toBeUndefined();
  });

  it('are given up once all searches together took too much work', () => {
    const patterns = new BoundedPatterns();
    const text = ' '.repeat(10_000);
    const found = Array.from({ length: 7000 }, () => patterns.found('x', text));
    expect([found[0], found.at(-1)]).toEqual([false, undefined]);
  });

  it('look at the first ten thousand characters', () => {
    const patterns = new BoundedPatterns({ one: 10_000, all: 10_000 });
    expect(patterns.found('x', `${' '.repeat(9999)}x`)).toBe(true);
    expect(patterns.found('x', `${' '.repeat(10_000)}x`)).toBe(false);
  });
});

describe('a credential of which the journal has a digest', () => {
  const secrets = new JournalSecrets({
    names: {
      ...{ headers: new Set(['authorization', 'cookie']), query: new Set(['key']) },
      isPublic: (credential) => credential.startsWith('dk_test_'),
    },
    keys: [],
    token: undefined,
    digest: (text) => createHash('sha256').update(text).digest('hex'),
  });
  const sent = { authorization: 'Bearer Zq4_Vld/Wx7+cnry', cookie: 'a=Hx8-Session-Ek2; b=dark' };
  const kept = { id: 1, ...secrets.hide(journalEntry({ headers: sent, query: 'key=Yb8-Xprd%3DKv3&x=1' })) };
  const matches = (matcher: RequestMatcher) =>
    matchRequest(kept, matcher, matchContext(secrets.names, secrets.credentials)).matches;

  it('is as expected where the whole credential is, and no other', () => {
    expect(JSON.stringify(kept.request)).not.toMatch(/Vld|Session|dark|Xprd/);
    expect(matches({ headers: sent })).toBe(true);
    expect(matches({ headers: { authorization: { equals: sent.authorization } } })).toBe(true);
    expect(matches({ query: { key: 'Yb8-Xprd=Kv3', x: '1' } })).toBe(true);
    expect(matches({ headers: { authorization: { pattern: '^Bearer Zq4_' } } })).toBe(true);
    expect(matches({ headers: { authorization: 'Bearer Zq4_Vld/Wx7+cnrz' } })).toBe(false);
    expect(matches({ headers: { cookie: 'a=Hx8-Session-Ek2; b=light' } })).toBe(false);
    expect(matches({ query: { key: 'Yb8-Xprd=Kv4' } })).toBe(false);
  });
});
