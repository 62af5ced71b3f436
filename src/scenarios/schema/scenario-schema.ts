/**
 * The JSON Schema of scenario files, and with it their TypeScript types (scenario-file.ts): the one statement of both.
 * `scenarios/scenario.schema.json` is this object as a file, for editors.
 */
import { answerSchema, headersSchema, headerValuesSchema, patchSchema } from './answer-schemas.js';
import { conditionSchema, matchSchema, whenSchema } from './condition-schemas.js';
import { delaySchema, effectProperties, quotaSchema, stepSchema } from './effect-schemas.js';
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
    title: { type: 'string', minLength: 1, description: 'What happens, in a few words.' },
    advice: {
      type: 'string',
      minLength: 1,
      description: 'What a good client does about it, or what a test suite must report.',
    },
    breaksContract: {
      type: 'boolean',
      description:
        'true: the answers break the document on purpose, for trying clients and suites. Without it such an answer is refused when the file is loaded.',
    },
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
    match: matchSchema,
    when: whenSchema,
    steps: {
      type: 'array',
      minItems: 1,
      maxItems: 100,
      description:
        'A sequence: what happens on the first matching call, on the second, and so on. Instead of effects at the top.',
      items: { $ref: '#/$defs/step' },
    },
    atEnd: {
      enum: ['normal', 'hold', 'loop'],
      default: 'normal',
      description: 'After the last step: normal answers, the last step for ever, or the first one again.',
    },
    ...effectProperties,
  },
  dependentRequired: { atEnd: ['steps'] },
  $defs: {
    step: stepSchema,
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
