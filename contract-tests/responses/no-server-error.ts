import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'No request makes the server crash.',
  level: 'MUST',
  section: '7',
  sentence:
    '400 Bad Request: Invalid request parameters (missing required fields, invalid values, wrong types or formats).',
  expected: ['a success, or a status from 400 to 499 that says what is wrong with the request'],
  appliesTo: { document: 'any' },
  check({ response }) {
    // 501 is how HTTP says that a method is not known (RFC 9110 15.6.2).
    if (response.status < 500 || response.status === 501) return 'pass';
    return { actual: `status ${response.status}` };
  },
});
