/** JSON Schema of what a test may ask of a sandbox's journal. `x-expected` completes a sentence: "must be …". */
export const verificationSchema: object = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: "What to verify in a sandbox's journal",
  type: 'object',
  additionalProperties: false,
  properties: {
    requests: {
      type: 'array',
      maxItems: 100,
      description: 'What must have been requested; each entry at least once, or as times says.',
      items: { $ref: '#/$defs/expectation' },
    },
    inOrder: {
      type: 'boolean',
      description:
        'Whether the requests must have come in the order of the list; others may have come between.',
    },
    backoff: { type: 'boolean', description: 'Whether to check how the client waited after each 429.' },
  },
  $defs: {
    expectation: {
      type: 'object',
      additionalProperties: false,
      properties: {
        operation: { type: 'string', minLength: 1, description: 'An operationId.' },
        method: { type: 'string', pattern: '^[A-Za-z]{1,20}$', 'x-expected': 'an HTTP method such as POST' },
        path: {
          type: 'string',
          pattern: '^/[^?#]*$',
          'x-expected': 'a path that starts with / and has no query',
          description: 'The whole path as it was sent.',
        },
        query: {
          type: 'object',
          maxProperties: 50,
          description: 'Tests by the name of a query parameter.',
          additionalProperties: { $ref: '#/$defs/textTest' },
        },
        status: { type: 'integer', minimum: 100, maximum: 599, description: 'The status of the response.' },
        scenario: {
          type: 'string',
          minLength: 1,
          description: 'The name of a scenario that applied; normal when none may have.',
        },
        headers: {
          type: 'object',
          maxProperties: 50,
          description: 'Tests by the name of a request header.',
          additionalProperties: { $ref: '#/$defs/textTest' },
        },
        body: { description: 'What the JSON body must have at least; objects by fields, arrays by index.' },
        pointers: {
          type: 'object',
          maxProperties: 50,
          description: "Tests by JSON pointer into the request's body.",
          propertyNames: {
            pattern: '^(/([^~/]|~[01])*)*$',
            'x-expected': 'named by JSON pointers such as /receiver/zip_code',
          },
          additionalProperties: { $ref: '#/$defs/test' },
        },
        times: {
          type: ['integer', 'object'],
          minimum: 0,
          minProperties: 1,
          additionalProperties: false,
          properties: { atLeast: { type: 'integer', minimum: 0 }, atMost: { type: 'integer', minimum: 0 } },
        },
      },
    },
    textTest: {
      type: ['string', 'object'],
      minProperties: 1,
      maxProperties: 1,
      additionalProperties: false,
      properties: {
        equals: { type: 'string' },
        exists: { $ref: '#/$defs/exists' },
        pattern: { $ref: '#/$defs/pattern' },
      },
    },
    test: {
      minProperties: 1,
      maxProperties: 1,
      additionalProperties: false,
      properties: {
        equals: { description: 'The value, of the same type; needed only for objects.' },
        exists: { $ref: '#/$defs/exists' },
        pattern: { $ref: '#/$defs/pattern' },
      },
    },
    exists: { type: 'boolean' },
    pattern: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description: 'A regular expression found somewhere in the text.',
    },
  },
};
