import type { SpecificationSentence } from './specification-sentence.js';

/** Sections 7 to 9: errors, limits and versioning. */
export const errorsAndLimits: readonly SpecificationSentence[] = [
  {
    section: '7',
    sentence:
      'An error response uses the envelope with status = false, data = empty array, errors = array of strings, message = summary text, and response_code = the status code as a string.',
    rules: [
      'envelope/status-flag',
      'envelope/data',
      'envelope/errors',
      'envelope/response-code',
      'errors/message-fits',
    ],
  },
  {
    section: '7',
    sentence: '200 Success: Request completed. 201 Created: Resource created.',
    rules: ['responses/documented-status'],
  },
  {
    section: '7',
    sentence:
      '400 Bad Request: Invalid request parameters (missing required fields, invalid values, wrong types or formats).',
    rules: [
      'requests/wrong-type',
      'requests/missing-field',
      'requests/odd-input',
      'requests/invalid-in-any-form',
      'requests/side-by-side',
      'responses/no-server-error',
    ],
  },
  {
    section: '7',
    sentence: '401 Unauthorized: Missing or invalid API key.',
    rules: ['auth/missing-key', 'auth/unknown-key', 'http/challenge-with-401'],
  },
  { section: '7', sentence: '403 Forbidden: Insufficient permissions.', rules: ['auth/limited-key'] },
  {
    section: '7',
    sentence:
      '404 Not Found: Resource not found; errors may name the missing resource identifier, e.g. a tracking number.',
    rules: ['routing/unknown-path', 'orders/unknown-tracking-number', 'orders/one-order-per-number'],
  },
  {
    section: '7',
    sentence: '429 Too Many Requests: Rate limit exceeded.',
    rules: ['limits/says-when-to-retry'],
  },
  {
    section: '7',
    sentence: '500 Internal Server Error: Server error.',
    rules: ['responses/no-server-error'],
  },
  {
    section: '7',
    sentence: 'The response_code string equals the HTTP status code as text.',
    rules: ['envelope/response-code'],
  },
  {
    section: '7',
    sentence: 'A 400 response lists one string per problem in errors.',
    rules: [
      'errors/one-string-per-problem',
      'requests/several-problems',
      'errors/same-problems-again',
      'orders/each-unknown-field',
    ],
  },
  {
    section: '7',
    sentence:
      'A 429 response carries a message that says when to retry; the example message gives 60 seconds.',
    rules: ['limits/says-when-to-retry', 'limits/one-wait', 'limits/retry-after-header'],
  },
  {
    section: '7',
    sentence: 'Clients are advised to back off exponentially and to retry after that wait.',
    rules: ['limits/recovers'],
  },
  {
    section: '7',
    sentence:
      'A 404 example has the message "Order not found" and an errors entry naming the tracking number.',
    rules: ['orders/unknown-tracking-number'],
  },
  {
    section: '7',
    sentence:
      'Error codes beyond the HTTP statuses above, and which operation can return which status: not shown.',
    rules: ['responses/documented-status', 'http/allow-with-405'],
  },
  {
    section: '8',
    sentence: 'A rate limit exists; exceeding it yields the 429 error in section 7.',
    rules: ['limits/recovers', 'limits/says-when-to-retry'],
  },
  {
    section: '8',
    sentence: 'Numeric rate limit quota and window: not shown.',
    unchecked: 'Any quota is lawful; the suite waits as a 429 says.',
  },
  {
    section: '8',
    sentence:
      'Maximum request size, maximum number of boxes or items, and value bounds of numeric fields: not shown.',
    rules: ['requests/large-bodies', 'requests/assumed-values', 'requests/odd-input'],
  },
  {
    section: '9',
    sentence:
      'The tester address for the operations has the path prefix /api/v1/developer before the operation path; the version is therefore carried in the path as v1.',
    rules: ['routing/prefix', 'auth/side-doors'],
  },
  {
    section: '9',
    sentence: 'Versioning policy and deprecation rules: not shown.',
    unchecked: 'It states that there is nothing to state.',
  },
];
