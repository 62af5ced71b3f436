import { describe, expect, it } from 'vitest';
import { fc } from '../../testing/properties/fast-check.js';
import { LinearPattern } from './linear-pattern.js';

/** Tells whether the pattern is found, by this search and by the language's own. */
function both(source: string, flags: '' | 'u', text: string): [unknown, boolean] {
  return [new LinearPattern(source, flags).search(text), new RegExp(source, flags).test(text)];
}

const characters = [
  ...[
    'a',
    'b',
    'A',
    '0',
    '_',
    '-',
    ' ',
    '.',
    'é',
    'ß',
    '😀',
    '\ud83d',
    '\ude00',
    '\u00a0',
    '\ufeff',
    '\u0085',
  ],
  ...['\n', '\r', '\t', '\v', '\u2028', '\u212a', '٣', 'ж'],
];
const text = fc.array(fc.constantFrom(...characters), { maxLength: 12 }).map((parts) => parts.join(''));

const atom = fc.constantFrom(
  ...['a', 'b', '0', '_', '.', 'é', '😀', '\\d', '\\D', '\\w', '\\W', '\\s', '\\S', '\\.', '\\n', '\\u0061'],
  ...['\\x62', '[ab]', '[^a]', '[^]', '[]', '[\\w-]', '[\\s\\S]', '[a-z0-9]', '\\t', '\\cJ', '\\ud83d'],
);
const unicodeAtom = fc.constantFrom(
  ...['\\p{L}', '\\P{Lu}', '\\p{Script=Cyrillic}', '[\\p{Nd}_]', '\\u{1f600}', '\\ud83d\\ude00', '[😀b]'],
);
const boundary = fc.constantFrom('^', '$', '\\b', '\\B');
const quantifier = fc.constantFrom(
  '*',
  '+',
  '?',
  '{2}',
  '{0}',
  '{1,}',
  '{0,2}',
  '{1,3}',
  '*?',
  '+?',
  '??',
  '{1,2}?',
);

function patterns(one: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.letrec<{ all: string; term: string }>((tie) => ({
    all: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'pattern' },
      fc.array(tie('term'), { maxLength: 3 }).map((parts) => parts.join('')),
      fc.tuple(tie('all'), tie('all')).map(([left, right]) => `${left}|${right}`),
    ),
    term: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'pattern' },
      one,
      fc.tuple(one, quantifier).map((parts) => parts.join('')),
      boundary,
      fc
        .tuple(fc.constantFrom('(', '(?:'), tie('all'), fc.option(quantifier, { nil: '' }))
        .map(([open, inside, often]) => `${open}${inside})${often}`),
    ),
  })).all;
}

describe('LinearPattern finds what the language’s own engine finds', () => {
  it.each([
    ['with the flag u', 'u', fc.oneof(atom, unicodeAtom)],
    ['without a flag', '', atom],
  ] as const)('%s', (_, flags, one) => {
    let found = 0;
    fc.assert(
      fc.property(patterns(one), fc.array(text, { minLength: 1, maxLength: 4 }), (source, texts) => {
        const pattern = new LinearPattern(source, flags);
        const native = new RegExp(source, flags);
        for (const each of texts) {
          const isFound = native.test(each);
          found += Number(isFound);
          // Thousands of expectations would take longer than the searches.
          if (pattern.search(each) !== isFound)
            expect([source, each, !isFound]).toEqual([source, each, isFound]);
        }
      }),
      { seed: 20_261_122, numRuns: 3000 },
    );
    expect(found).toBeGreaterThan(1000);
  });

  it.each([
    ['\\-\\_', '', '-_'],
    ['x{,5}', '', 'x{,5}'],
    ['\\u{3}', '', 'uuu'],
    ['a{2', '', 'a{2'],
    [']', '', ']'],
    ['\\p{L}', '', 'p{L}'],
    ['^(?<year>\\d{4})-(?<month>\\d{2})$', 'u', '2026-11'],
    ['(?:)', 'u', ''],
    ['^$', 'u', '\n'],
    ['[\\]\\\\]', 'u', ']'],
    ['^(?:a?){20}a{20}$', 'u', 'a'.repeat(20)],
  ] as const)('in %s with the flags "%s"', (source, flags, sample) => {
    const [found, native] = both(source, flags, sample);
    expect(found).toBe(native);
  });
});

it('LinearPattern finds out within its bound of steps for each character', () => {
  const hostile = [
    '(a+)+$',
    '^(a|aa)*$',
    '(.*a){20}',
    '(\\w+\\s?)*$',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    'a{0,2000}b',
  ];
  // The last is given up, as it takes more; an engine that backtracks takes years for some.
  const found = hostile.map((source) => new LinearPattern(source).search(`${'a'.repeat(100_000)}!`));
  expect(found).toEqual([false, false, true, true, false, undefined]);
});

describe('LinearPattern refuses', () => {
  it.each([
    ['a look-ahead', '^(?=.*a)b', 'it looks ahead'],
    ['a negative look-behind', '(?<!a)b', 'it looks behind'],
    ['a reference back', '(a)\\1', 'it refers back'],
    ['a named reference back', '(?<a>a)\\k<a>', 'it refers back'],
    ['a million repetitions', 'a{1000000}', 'it repeats too much'],
    ['repetitions of repetitions', '((a{100}){100}){100}', 'it repeats too much'],
    [
      'a thousand groups in one another',
      '('.repeat(1000) + ')'.repeat(1000),
      'its groups are nested too deeply',
    ],
    ['an endless text', 'a'.repeat(20_001), 'it is longer than 20000 characters'],
  ])('%s', (_, source, reason) => {
    expect(() => new LinearPattern(source)).toThrow(reason);
  });

  it('what is no regular expression', () => {
    expect(() => new LinearPattern('(')).toThrow(SyntaxError);
  });
});
