import { rejectedCredentials } from '../../src/conformance/cases/credential-cases.js';
import type { Presentation } from '../../src/conformance/cases/credential-cases.js';
import { withKey } from '../../src/conformance/cases/credential.js';
import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'A key that only resembles a valid one is rejected.',
  level: 'MUST',
  section: '5 rule 3',
  sentence: 'A missing or invalid key yields HTTP 401, status false, response_code "401".',
  expected: ['status 401'],
  appliesTo: { document: 'any' },
  priority: 2,
  cases(planner) {
    const key = planner.keys.valid;
    if (key === undefined) return { skip: 'no key was given', option: 'key' };
    return rejectedCredentials(planner, [
      // Servers that take the second word of the header for the key are lenient, not open.
      {
        detail: 'second-word',
        title: 'with the valid key and a second word',
        level: 'SHOULD',
        apply: (bare, location) => withKey(bare, location, `${key} x`),
      },
      ...alteredKeys(key)
        .filter(([, , altered]) => altered !== key && altered.length >= 3)
        .map(([detail, title, altered]): Presentation => ({
          detail,
          title,
          apply: (bare, location) => withKey(bare, location, altered),
        })),
    ]);
  },
});

/** Keys that careless comparisons accept, none of which a server can have issued, whatever its keys look like. */
function alteredKeys(key: string): [detail: string, title: string, altered: string][] {
  return [
    // Few naming schemes of keys, if any, allow a plus sign.
    ['suffix', 'with the valid key and a suffix', `${key}+x`],
    ['list', 'with the valid key in a list', `x,${key}`],
    ['prefix', 'with a character before the valid key', `x${key}`],
    ['cut', 'with the beginning of the valid key', beginningOf(key)],
    ['case', 'with the valid key in the other case', otherCase(key)],
    ['twice', 'with the valid key twice', `${key}${key}+`],
  ];
}

/**
 * The first half of a key, at most seven characters: a longer part of a key that carries a name would be the key of
 * another name, and nobody issues keys that short.
 */
function beginningOf(key: string): string {
  return key.slice(0, Math.min(7, Math.ceil(key.length / 2)));
}

function otherCase(key: string): string {
  return key.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
