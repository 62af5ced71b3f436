import type { CaseDraft } from '../../src/conformance/cases/case.js';
import type { Presentation } from '../../src/conformance/cases/credentials/credential-cases.js';
import { withKey } from '../../src/conformance/cases/credentials/credential.js';
import { acceptedStatus } from '../../src/conformance/checks/accepted-status.js';
import { rule, type Conclusion } from '../../src/conformance/rules/rule.js';
import type { CompletedExchange } from '../../src/conformance/target/exchange.js';
import {
  alteredKeys,
  longerEnd,
  maybeNames,
  ofOneOperation,
  onOrders,
  otherNames,
} from './steps/altered-keys.js';
import type { AlteredKey } from './steps/altered-keys.js';
import { rejectedEverywhere } from './steps/rejected-everywhere.js';

export default rule({
  title: 'A key that only resembles a valid one is rejected.',
  level: 'MUST',
  section: '5 rule 3',
  sentence: 'A missing or invalid key yields HTTP 401, status false, response_code "401".',
  expected: [
    'status 401',
    'status 400 for a key that is not ASCII',
    '404, 405 or 501 where orders do not exist',
  ],
  inOtherDocuments: {
    expected: ['a rejection, such as 401 or 403'],
    quotes: 'security',
  },
  appliesTo: { document: 'any' },
  priority: 2,
  cases(planner) {
    const { valid } = planner.keys;
    if (valid === undefined) return { skip: 'no key was given', option: 'key' };
    const [first] = planner.guarded;
    const keys = alteredKeys(valid);
    const inTurn = keys.map(({ detail }) => detail).filter((detail) => ofOneOperation.has(detail));
    const drafts = rejectedEverywhere(planner, keys.map(presented), ({ detail }) => onOrders.has(detail));
    const isOther = ({ detail, operation }: CaseDraft): boolean =>
      ofOneOperation.has(detail) && (inTurn.indexOf(detail) % 2 === 0) !== (operation === first);
    return planner.stated.own ? drafts.filter((draft) => !isOther(draft)) : drafts;
  },
  check: (exchange) =>
    mayBeName(exchange) || isOtherName(exchange) || detailOf(exchange) === longerEnd
      ? undefined
      : acceptedStatus(exchange),
  conclude: (exchanges) => [
    ...exchanges.filter(mayBeName).flatMap((one) => concluded(one, exchanges)),
    ...exchanges.filter((one) => detailOf(one) === longerEnd).flatMap((one) => ofOneLength(one, exchanges)),
  ],
});

function presented({ detail, title, key, level }: AlteredKey): Presentation {
  const isAscii = /^[\x20-\x7e]*$/.test(key);
  return {
    detail,
    title,
    ...(level && { level }),
    // A server may reject such a header field before anybody reads it as a key.
    ...(isAscii ? {} : { accept: [400] }),
    apply: (bare, location) =>
      location.kind === 'basic' && isSameInBase64(key) ? undefined : withKey(bare, location, key),
  };
}

/** Tells whether a lenient reader of Base64 may overlook what is different. */
function isSameInBase64(key: string): boolean {
  return !/^[A-Za-z0-9+/]+={0,2}$/.test(key) || key.endsWith('=');
}

const detailOf = ({ case: item }: CompletedExchange): string => item.id.split('/').at(-1) ?? '';
const isOtherName = (exchange: CompletedExchange): boolean => otherNames.has(detailOf(exchange));
const mayBeName = (exchange: CompletedExchange): boolean => maybeNames.has(detailOf(exchange));

/**
 * Half of a key is a key too where keys carry a name that the client chooses. There a key with another end is accepted as
 * well, so half a key is a breach only where those are rejected.
 */
function concluded(one: CompletedExchange, exchanges: readonly CompletedExchange[]): Conclusion[] {
  const others = exchanges.filter((known) => isOtherName(known) && known.operation === one.operation);
  if (others.length === 0 || others.some((other) => acceptedStatus(other) !== 'pass')) return [];
  const before = others.slice(0, 1);
  const { response, case: item } = one;
  const breach = { actual: `status ${response.status}`, level: item.level };
  return [{ exchange: one, before, breach: acceptedStatus(one) === 'pass' ? 'pass' : breach }];
}

/** Another second half is accepted where it is as long as that of the valid key: no name that a client chooses. */
function ofOneLength(longer: CompletedExchange, exchanges: readonly CompletedExchange[]): Conclusion[] {
  const same = exchanges.find((one) => detailOf(one) === 'other-end' && one.operation === longer.operation);
  if (same === undefined || acceptedStatus(longer) !== 'pass' || same.response.status >= 300) return [];
  const actual = `status ${same.response.status}, and ${longer.response.status} for a longer one`;
  return [{ exchange: same, before: [longer], breach: { actual, level: same.case.level } }];
}
