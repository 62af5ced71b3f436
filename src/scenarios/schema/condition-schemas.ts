/** For which requests, and on which of their calls, something happens. */

export const matchSchema = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  description: 'What a request must have for the scenario to apply; only such requests are counted as calls.',
  properties: {
    headers: {
      type: 'object',
      minProperties: 1,
      description: 'Conditions by request header; upper or lower case does not count.',
      propertyNames: { $ref: '#/$defs/headerName' },
      additionalProperties: { $ref: '#/$defs/condition' },
    },
    body: {
      type: 'object',
      minProperties: 1,
      description: 'Conditions by JSON pointer into the request body, such as /customer/city.',
      propertyNames: { $ref: '#/$defs/plainPointer' },
      additionalProperties: { $ref: '#/$defs/condition' },
    },
  },
} as const;

export const conditionSchema = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
  description: 'One of equals, exists, pattern.',
  properties: {
    equals: { description: 'The value, of the same type: 5 is not "5"; headers are text.' },
    exists: { type: 'boolean', description: 'true: it must be there; false: it must not.' },
    pattern: { type: 'string', description: 'A regular expression found somewhere in the text.' },
  },
} as const;

export const whenSchema = {
  type: ['string', 'object'],
  description:
    'On which matching calls of a sandbox it happens; always is the default. For different things on different calls use steps.',
  'x-expected': 'always, or one of first, call, every, probability',
  default: 'always',
  if: { type: 'string' },
  then: { enum: ['always'], 'x-expected': 'always, or one of first, call, every, probability' },
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
  properties: {
    first: {
      type: 'integer',
      minimum: 1,
      description: 'On the first so many calls, then normal until the sandbox is reset.',
    },
    call: {
      type: ['integer', 'array'],
      minimum: 1,
      minItems: 1,
      items: { type: 'integer', minimum: 1 },
      description: 'On these calls only, counted from 1: 3, or [3, 5].',
    },
    every: {
      type: 'integer',
      minimum: 2,
      description: 'On every so-manyth call: 10 means 10, 20, 30.',
    },
    probability: {
      type: 'number',
      exclusiveMinimum: 0,
      maximum: 1,
      description:
        "On this part of the calls, 0.1 for one in ten; which ones follows from the server's seed.",
    },
  },
} as const;
