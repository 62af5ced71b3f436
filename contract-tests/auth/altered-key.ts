import { refusedCredentials } from '../../src/conformance/cases/credential-cases.js';
import type { Presentation } from '../../src/conformance/cases/credential-cases.js';
import { withKey } from '../../src/conformance/cases/credential.js';
import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'A key that only resembles a valid one is refused.',
  level: 'MUST',
  section: '5 rule 3',
  sentence: 'A missing or invalid key yields HTTP 401, status false, response_code "401".',
  expected: ['status 401'],
  scope: 'any',
  priority: 2,
  cases(planner) {
    const key = planner.keys.valid;
    if (key === undefined) return { skip: 'no key was given' };
    const half = key.slice(0, Math.ceil(key.length / 2));
    const altered: [detail: string, title: string, key: string][] = [
      // The suffix holds a character that no naming scheme of keys is likely to allow.
      ['suffix', 'with the valid key and a suffix', `${key}+x`],
      ['list', 'with the valid key in a list', `x,${key}`],
      ['prefix', 'with a character before the valid key', `x${key}`],
      ['cut', 'with the first half of the valid key', isWholeKeyOfMock(half) ? key.slice(0, 7) : half],
      ['case', 'with the valid key in the other case', otherCase(key)],
      ['twice', 'with the valid key twice', `${key}${key}+`],
    ];
    return refusedCredentials(planner, [
      // Servers that take the second word of the header for the key are lenient, not open.
      {
        detail: 'second-word',
        title: 'with the valid key and a second word',
        level: 'SHOULD',
        apply: (bare, place) => withKey(bare, place, `${key} x`),
      },
      ...altered
        .filter(([, , value]) => value !== key && value.length >= 3)
        .map(([detail, title, value]): Presentation => ({
          detail,
          title,
          apply: (bare, place) => withKey(bare, place, value),
        })),
    ]);
  },
});

/** Keys of Drydock's mock name their sandbox: half of a long one is a whole one. */
function isWholeKeyOfMock(key: string): boolean {
  return /^dk_test_./.test(key);
}

function otherCase(key: string): string {
  return key.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
