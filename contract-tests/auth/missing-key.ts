import { withHeaders } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { anyRejection, isServed } from '../../src/conformance/rules/traffic-request.js';
import { rejectedEverywhere } from './steps/rejected-everywhere.js';

export default rule({
  title: 'A request without a key is rejected.',
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
  inTraffic: (request) =>
    request.lacksCredentials && isServed(request)
      ? { title: 'without a key', accept: anyRejection }
      : undefined,
  cases: (planner) =>
    rejectedEverywhere(planner, [
      { detail: 'none', title: 'without a key', apply: (bare) => bare },
      {
        detail: 'none-accept-json',
        title: 'without a key, asking for JSON',
        apply: (bare) => withHeaders(bare, { Accept: 'application/json' }),
      },
      {
        detail: 'empty',
        title: 'with an empty Authorization header',
        apply: (bare, { name }) =>
          name === 'Authorization' ? withHeaders(bare, { Authorization: '' }) : undefined,
      },
      {
        detail: 'scheme-only',
        title: 'with the word Bearer and no key',
        apply: (bare, { kind }) =>
          kind === 'bearer' ? withHeaders(bare, { Authorization: 'Bearer' }) : undefined,
      },
    ]),
});
