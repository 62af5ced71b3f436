import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'No request makes the server crash.',
  level: 'MUST',
  ofEveryMessage: true,
  section: '7',
  sentence:
    '400 Bad Request: Invalid request parameters (missing required fields, invalid values, wrong types or formats).',
  expected: ['a success, or a status from 400 to 499 that says what is wrong with the request'],
  inOtherDocuments: {
    section: 'RFC 9110 15.6',
    sentence:
      'The 5xx (Server Error) class of status code indicates that the server is aware that it has erred or is incapable of performing the requested method.',
  },
  appliesTo: { document: 'any' },
  check({ response, operation }, { stated }) {
    // Statuses by which HTTP says that it does not know a method or a version (RFC 9110 15.6.2 and 15.6.6).
    if (response.status < 500 || [501, 505].includes(response.status)) return 'pass';
    // Another document may have it as an answer, such as 503 while a feature is off.
    const isDocumented = response.status > 500 && operation?.responses.has(String(response.status)) === true;
    if (!stated.own && isDocumented) return 'pass';
    return { actual: `status ${response.status}` };
  },
});
