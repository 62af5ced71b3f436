import { withKey } from '../../src/conformance/cases/credentials/credential.js';
import { withHeaders } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { ofOperators, queryOfOperators } from './steps/operators.js';
import { rejectedEverywhere } from './steps/rejected-everywhere.js';

export default rule({
  title: 'An expired key is rejected like an invalid one.',
  level: 'MUST',
  section: '5 rule 4',
  sentence: 'A key can expire; an expired key is handled as an invalid key (rule 3).',
  expected: ['status 401', '404, 405 or 501 where HEAD or orders are not supported'],
  appliesTo: { document: 'service' },
  priority: 1,
  cases(planner) {
    const key = planner.keys.expired;
    if (key === undefined) return { skip: 'no expired key was given', option: 'expiredKey' };
    return rejectedEverywhere(planner, [
      {
        detail: 'expired',
        title: 'with an expired key',
        apply: (bare, location) => withKey(bare, location, key),
      },
      {
        detail: 'expired-suffix',
        title: 'with an expired key and a suffix',
        apply: (bare, location) => withKey(bare, location, `${key}+x`),
      },
      {
        detail: 'expired-operator',
        title: 'with an expired key, as if from an operator',
        accept: [400, 404],
        apply: (bare, location) =>
          withHeaders(withKey({ ...bare, path: bare.path + queryOfOperators }, location, key), ofOperators),
      },
      {
        detail: 'expired-head',
        title: 'by HEAD with an expired key',
        accept: [404, 405, 501],
        apply: (bare, location) =>
          bare.method === 'GET' ? withKey({ ...bare, method: 'HEAD' }, location, key) : undefined,
      },
    ]);
  },
});
