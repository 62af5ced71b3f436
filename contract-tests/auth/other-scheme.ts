import type { Presentation } from '../../src/conformance/cases/credentials/credential-cases.js';
import { unknownKey } from '../../src/conformance/cases/credentials/credential.js';
import { withHeaders } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { rejectedEverywhere } from './steps/rejected-everywhere.js';

/** One of each kind. */
const onOrders: ReadonlySet<string> = new Set([
  ...['bare', 'basic', 'token', 'joined', 'second-header', 'colon', 'equals', 'plural'],
]);

export default rule({
  title: 'A valid key is accepted only after the word Bearer and a space.',
  level: 'MUST',
  section: '5 rule 1',
  sentence:
    'Every request carries the header Authorization with the value Bearer followed by a space and <API_KEY>.',
  expected: ['status 401', 'status 400 for two Authorization headers'],
  appliesTo: { document: 'service' },
  priority: 2,
  cases(planner) {
    const key = planner.keys.valid;
    if (key === undefined) return { skip: 'no key was given', option: 'key' };
    const values: [detail: string, title: string, value: string][] = [
      ['bare', 'with the key alone, without Bearer', key],
      ['basic', 'with the key in Basic credentials', `Basic ${Buffer.from(`${key}:`).toString('base64')}`],
      ['basic-plain', 'with the plain key after Basic', `Basic ${key}`],
      ['token', 'with the key after Token', `Token ${key}`],
      [
        'basic-password',
        'with the key as the password of Basic',
        `Basic ${Buffer.from(`api:${key}`).toString('base64')}`,
      ],
      ['api-key', 'with the key after ApiKey', `ApiKey ${key}`],
      ['key', 'with the key after Key', `Key ${key}`],
      ['colon', 'with a colon after Bearer', `Bearer: ${key}`],
      ['equals', 'with an equals sign after Bearer', `Bearer=${key}`],
      ['parameter', 'with the key as a parameter of Bearer', `Bearer token="${key}"`],
      ['plural', 'with the key after Bearers', `Bearers ${key}`],
      ['joined', 'with Bearer and the key in one word', `Bearer${key}`],
      ['behind', 'with a word before Bearer', `Key Bearer ${key}`],
    ];
    const presentations = values.map(([detail, title, Authorization]): Presentation => ({
      detail,
      title,
      // A server that looks for Bearer anywhere is lenient, not open.
      ...(detail === 'behind' ? { level: 'SHOULD' as const } : {}),
      apply: (bare) => withHeaders(bare, { Authorization }),
    }));
    const second: Presentation = {
      detail: 'second-header',
      title: 'with an unknown key, and the valid one in a second Authorization header',
      accept: [400],
      apply: (bare) => ({
        ...withHeaders(bare, { Authorization: `Bearer ${unknownKey(key)}` }),
        wire: { lines: [`Authorization: Bearer ${key}`] },
      }),
    };
    return rejectedEverywhere(planner, [...presentations, second], ({ detail }) => onOrders.has(detail));
  },
});
