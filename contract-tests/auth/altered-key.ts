import { rejectedCredentials } from '../../src/conformance/cases/credential-cases.js';
import type { Presentation } from '../../src/conformance/cases/credential-cases.js';
import { unknownKey, withKey } from '../../src/conformance/cases/credential.js';
import { acceptedStatus } from '../../src/conformance/checks/accepted-status.js';
import { rule } from '../../src/conformance/rules/rule.js';
import type { Conclusion } from '../../src/conformance/rules/rule.js';
import type { CompletedExchange } from '../../src/conformance/target/exchange.js';

export default rule({
  title: 'A key that only resembles a valid one is rejected.',
  level: 'MUST',
  section: '5 rule 3',
  sentence: 'A missing or invalid key yields HTTP 401, status false, response_code "401".',
  expected: ['status 401'],
  inOtherDocuments: {
    expected: ['a rejection, such as 401 or 403'],
    quotes: 'security',
  },
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
  check: (exchange) => (isCut(exchange) || hasOtherEnd(exchange) ? undefined : acceptedStatus(exchange)),
  conclude: (exchanges) => exchanges.filter(isCut).flatMap((cut) => concluded(cut, exchanges)),
});

function alteredKeys(key: string): [detail: string, title: string, altered: string][] {
  const half = Math.ceil(key.length / 2);
  const beginning = key.slice(0, half);
  return [
    // Few naming schemes of keys, if any, allow a plus sign.
    ['suffix', 'with the valid key and a suffix', `${key}+x`],
    ['list', 'with the valid key in a list', `x,${key}`],
    ['prefix', 'with a character before the valid key', `x${key}`],
    ['cut', 'with the first half of the valid key', beginning],
    ['other-end', 'with another second half of the valid key', beginning + unknownKey(key.slice(half))],
    ['case', 'with the valid key in the other case', otherCase(key)],
    ['twice', 'with the valid key twice', `${key}${key}+`],
  ];
}

const isCut = ({ case: item }: CompletedExchange): boolean => item.id.endsWith('/cut');
const hasOtherEnd = ({ case: item }: CompletedExchange): boolean => item.id.endsWith('/other-end');

/**
 * Half of a key is a key too where keys carry a name that the client chooses. There the key with another end is accepted as
 * well, so half a key is a breach only where that one is rejected.
 */
function concluded(cut: CompletedExchange, exchanges: readonly CompletedExchange[]): Conclusion[] {
  const other = exchanges.find((one) => hasOtherEnd(one) && one.operation === cut.operation);
  if (other === undefined || acceptedStatus(other) !== 'pass') return [];
  const { response, case: item } = cut;
  const breach = { actual: `status ${response.status}`, level: item.level };
  return [{ exchange: cut, breach: acceptedStatus(cut) === 'pass' ? 'pass' : breach }];
}

function otherCase(key: string): string {
  return key.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
