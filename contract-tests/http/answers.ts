import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'Every request gets a response.',
  level: 'MUST',
  section: '1',
  sentence: 'The service is a JSON-over-HTTP developer interface for a shipping and commerce platform.',
  expected: ['a complete HTTP response within the time-out'],
  inOtherDocuments: {
    section: 'RFC 9110 3.4',
    sentence:
      'A server responds to a client\'s request by sending one or more "response" messages, each including a status code.',
  },
  appliesTo: { document: 'any' },
  checkOutcome: ({ outcome }) => (outcome.kind === 'response' ? 'pass' : { actual: outcome.reason }),
});
