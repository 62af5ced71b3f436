import type { CaseDraft } from '../../src/conformance/cases/case.js';
import { unknownKey } from '../../src/conformance/cases/credentials/credential.js';
import type { Planner } from '../../src/conformance/cases/planner.js';
import { withBody, withHeaders } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';

const bodies: readonly (readonly [detail: string, title: string, body: string, type?: string])[] = [
  ['incomplete', 'a body that lacks every field', '{}'],
  ['malformed', 'a body that is not JSON', '{"weight": '],
  ['empty', 'an empty body', ''],
  ['text', 'a body of text/plain', 'weight 4', 'text/plain'],
  ['large', 'a body of 120 kB', JSON.stringify({ drydock_long: 'long text '.repeat(12_000) })],
];

export default rule({
  title: 'A missing or invalid key is 401 whatever else is wrong with the request.',
  level: 'MUST',
  section: '5 rule 3',
  sentence: 'A missing or invalid key yields HTTP 401 (the sentence has no condition).',
  expected: ['status 401'],
  appliesTo: { document: 'service' },
  priority: 2,
  cases: (planner) =>
    planner.withBody
      .filter((operation) => planner.guarded.includes(operation))
      .flatMap((operation) =>
        presentedKeys(planner).flatMap(([who, key]) =>
          bodies.map(([detail, title, body, type = 'application/json']): CaseDraft => {
            const keyless = withHeaders(planner.requestWithoutKey(operation), { 'Content-Type': type });
            const bare = withBody(keyless, body);
            return {
              detail: `${who}-${detail}`,
              title: `with ${title} and ${who} key`,
              operation,
              request: key === undefined ? bare : planner.keyed(operation, bare, key),
              // A body may be too large to be read before anybody looks at the key.
              accept:
                detail === 'large' ? [...planner.unauthorizedStatuses, 413] : planner.unauthorizedStatuses,
            };
          }),
        ),
      ),
});

function presentedKeys({ keys }: Planner): [who: string, key: string | undefined][] {
  const expired: [string, string][] = keys.expired === undefined ? [] : [['expired', keys.expired]];
  return [['no', undefined], ['unknown', unknownKey(keys.valid)], ...expired];
}
