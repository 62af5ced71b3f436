/**
 * The JSON Schema of scenario files, and with it their TypeScript types (scenario-file.ts): the one statement of both.
 * `scenarios/scenario.schema.json` is this object as a file, for editors.
 */
import { answerSchema, headersSchema, headerValuesSchema, patchSchema } from './answer-schemas.js';
import { conditionSchema, matchSchema, whenSchema } from './condition-schemas.js';
import {
  atEndSchema,
  delaySchema,
  effectProperties,
  quotaSchema,
  sequenceSchema,
  stepSchema,
  stepsSchema,
} from './effect-schemas.js';
import { faultKindSchema, faultSchema } from './fault-schemas.js';
import { durationSchema, headerNameSchema, plainPointerSchema, pointerSchema } from './text-schemas.js';

export const scenarioSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Drydock scenario',
  description:
    "Makes the mock answer otherwise. The file's name is the scenario's name. Choose one with the header X-Mock-Scenario, the key's ~SCENARIO suffix, the control API, or drydock mock --scenario.",
  type: 'object',
  additionalProperties: false,
  required: ['title', 'advice'],
  properties: {
    /** What happens, in a few words. */
    title: { type: 'string', minLength: 1, description: 'What happens, in a few words.' },
    /** What a good client does about it. */
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
    /** What a request must have, by its headers and body; default: nothing. */
    match: matchSchema,
    /** How often it applies: `always` by default, a number of calls, or a probability. */
    when: whenSchema,
    /** What happens on the first call, on the second, and so on. */
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
    step: stepSchema,
    sequence: sequenceSchema,
    answer: answerSchema,
    patch: patchSchema,
    headers: headersSchema,
    headerValues: headerValuesSchema,
    delay: delaySchema,
    quota: quotaSchema,
    fault: faultSchema,
    faultKind: faultKindSchema,
    condition: conditionSchema,
    pointer: pointerSchema,
    plainPointer: plainPointerSchema,
    duration: durationSchema,
    headerName: headerNameSchema,
  },
} as const;
