import type { Presentation } from '../../src/conformance/cases/credentials/credential-cases.js';
import { unknownKey, withKey } from '../../src/conformance/cases/credentials/credential.js';
import { withHeaders } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { rejectedEverywhere } from './steps/rejected-everywhere.js';

/** Texts that careless comparisons and queries accept as a key. */
const lookalikes: readonly (readonly [detail: string, key: string])[] = [
  ['null', 'null'],
  ['undefined', 'undefined'],
  ['zero', '0'],
  ['asterisk', '*'],
  ['percent', '%'],
  ['sql', "'or'1'='1"],
  ['sql-closed', "x' OR '1'='1"],
  ['unsigned-token', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.'],
  ['regular-expression', '.*'],
  // The text that section 5 has in the place of a key.
  ['placeholder', '<API_KEY>'],
  // A name that every object of JavaScript has.
  ['constructor', 'constructor'],
];

/** One of each kind. */
const onOrders: ReadonlySet<string> = new Set([
  'unknown',
  'long',
  'null',
  'undefined',
  'asterisk',
  'sql',
  'placeholder',
  'small-scheme',
  'spaced',
]);

/** Statuses of a server that rejects a header for its length (RFC 9110 5.4, RFC 6585 5). */
const tooLarge = [400, 413, 431];

export default rule({
  title: 'A key that was never issued is rejected.',
  level: 'MUST',
  section: '5 rule 3',
  sentence: 'A missing or invalid key yields HTTP 401, status false, response_code "401".',
  expected: ['status 401'],
  inOtherDocuments: {
    expected: ['a rejection, such as 401 or 403'],
    quotes: 'security',
  },
  appliesTo: { document: 'any' },
  priority: 1,
  showsUncheckedKeys: 'unknown',
  cases: (planner) =>
    rejectedEverywhere(
      planner,
      [
        {
          detail: 'unknown',
          title: 'with an unknown key of the usual form',
          apply: (bare, location) => withKey(bare, location, unknownKey(planner.keys.valid)),
        },
        {
          detail: 'long',
          title: 'with an unknown key of 5000 characters',
          apply: (bare, location) => withKey(bare, location, 'k'.repeat(5000)),
        },
        // A server may read the scheme in other spellings (RFC 9110 11.1), and must know the key in each.
        afterScheme('small-scheme', 'after bearer in small letters', 'bearer '),
        afterScheme('spaced', 'after Bearer and two spaces', 'Bearer  '),
        ...lookalikes.map(([detail, key]): Presentation => ({
          detail,
          title: `with the key ${key}`,
          apply: (bare, location) => withKey(bare, location, key),
        })),
      ],
      ({ detail }) => onOrders.has(detail),
    ).map((draft) =>
      draft.detail === 'long' ? { ...draft, accept: [...draft.accept, ...tooLarge] } : draft,
    ),
});

function afterScheme(detail: string, where: string, scheme: string): Presentation {
  return {
    detail,
    title: `with an unknown key ${where}`,
    apply: (bare, { kind, name }) =>
      kind === 'bearer' ? withHeaders(bare, { [name]: `${scheme}${unknownKey(undefined)}` }) : undefined,
  };
}
