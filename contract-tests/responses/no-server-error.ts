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
    // How HTTP says that it does not know a method or a version (RFC 9110 15.6.2 and 15.6.6).
    if (response.status < 500 || [501, 505].includes(response.status)) return 'pass';
    return { actual: `status ${response.status}` };
  },
});
