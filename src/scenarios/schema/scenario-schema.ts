/**
 * The JSON Schema of scenario files, and with it their TypeScript types (scenario-file.ts): the one statement of both.
 * `scenarios/scenario.schema.json` is this object as a file, for editors.
 */
import { answerSchemas } from './answer-schemas.js';
import {
  atEndSchema,
  effectProperties,
  effectSchemas,
  sequenceSchemas,
  stepsSchema,
} from './effect-schemas.js';
import { textSchemas } from './text-schemas.js';

const matchSchema = {
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

const conditionSchema = {
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

const whenSchema = {
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
    every: { type: 'integer', minimum: 2, description: 'On every so-manyth call: 10 means 10, 20, 30.' },
    probability: {
      type: 'number',
      exclusiveMinimum: 0,
      maximum: 1,
      description:
        "On this part of the calls, 0.1 for one in ten; which ones follows from the server's seed.",
    },
  },
} as const;

export const scenarioSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Drydock scenario',
  description:
    "Makes the mock answer otherwise. The file's name is the scenario's name. Choose one with the header X-Mock-Scenario, the key's ~SCENARIO suffix, the control API, or drydock mock --scenario.",
  type: 'object',
  additionalProperties: false,
  required: ['title', 'advice'],
  properties: {
    /** A description in a few words. */
    title: { type: 'string', minLength: 1, description: 'What happens, in a few words.' },
    /** The reaction of a good client. */
    advice: {
      type: 'string',
      minLength: 1,
      description: 'What a good client does about it, or what a test suite must report.',
    },
    /** True if its responses break the document on purpose. */
    breaksContract: {
      type: 'boolean',
      description:
        'true: the answers break the document on purpose, for trying clients and suites. Without it such an answer is refused when the file is loaded.',
    },
    /** Ids of the operations that it applies to; `all` by default. */
    operations: {
      type: ['string', 'array'],
      description:
        'The operationIds that it applies to. all, the default: every operation that documents the answers.',
      'x-expected': 'all, or a list of operationIds',
      default: 'all',
      if: { type: 'string' },
      then: { enum: ['all'], 'x-expected': 'all, or a list of operationIds' },
      minItems: 1,
      uniqueItems: true,
      items: { type: 'string' },
    },
    /** Conditions on a request's headers and body; default: none. */
    match: matchSchema,
    /** The calls that it applies to: `always` by default, a number of calls, or a probability. */
    when: whenSchema,
    /** The effects on the first call, on the second, and so on. */
    steps: stepsSchema,
    /** After the last step: `normal` responses by default, `hold` the last one, or `loop`. */
    atEnd: atEndSchema,
    /** Steps by operation id; the calls of each operation are counted by themselves. */
    sequences: {
      type: 'object',
      minProperties: 1,
      maxProperties: 200,
      description:
        'A sequence for each operation, by its operationId; the calls of each are counted by themselves. Instead of operations, when, steps and effects.',
      additionalProperties: { $ref: '#/$defs/sequence' },
    },
    ...effectProperties,
  },
  dependentRequired: { atEnd: ['steps'] },
  $defs: {
    ...sequenceSchemas,
    ...answerSchemas,
    ...effectSchemas,
    condition: conditionSchema,
    ...textSchemas,
  },
} as const;
