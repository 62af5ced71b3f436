import { refusedCredentials, unknownKey } from '../../src/conformance/cases/credential-cases.js';
import { withKey } from '../../src/conformance/cases/credential.js';
import { rule } from '../../src/conformance/rules/rule.js';

/** What careless comparisons and queries take for a key. */
const lookalikes: readonly (readonly [detail: string, key: string])[] = [
  ['null', 'null'],
  ['undefined', 'undefined'],
  ['true', 'true'],
  ['zero', '0'],
  ['asterisk', '*'],
  ['percent', '%'],
  ['sql', "'or'1'='1"],
];

export default rule({
  title: 'A key that nobody gave out is refused.',
  level: 'MUST',
  section: '5 rule 3',
  sentence: 'A missing or invalid key yields HTTP 401, status false, response_code "401".',
  expected: ['status 401'],
  scope: 'any',
  priority: 1,
  cases: (planner) =>
    refusedCredentials(planner, [
      {
        detail: 'unknown',
        title: 'with an unknown key of the usual form',
        apply: (bare, place) => withKey(bare, place, unknownKey(planner.keys.valid)),
      },
      {
        detail: 'long',
        title: 'with an unknown key of 2000 characters',
        apply: (bare, place) => withKey(bare, place, 'k'.repeat(2000)),
      },
      ...lookalikes.map(([detail, key]) => ({
        detail,
        title: `with the key ${key}`,
        apply: (bare: Parameters<typeof withKey>[0], place: Parameters<typeof withKey>[1]) =>
          withKey(bare, place, key),
      })),
    ]),
});
