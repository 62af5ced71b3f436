import type { FaultKind } from '../faults/fault.js';
import { faultKinds, type Fault } from '../faults/registry.js';
import { wholeNumber } from './text-schemas.js';

/** Schemas of the other effects on a request: a wait, a spent quota, one thing after another. */

/** The effects, beside each other at the top of a file or in a step. */
export const effectProperties = {
  /** The response that is sent instead of the operation's own: a status, and its body. */
  answer: { $ref: '#/$defs/answer' },
  /** Changes of the operation's own body, one after the other, by JSON pointer. */
  patch: { $ref: '#/$defs/patch' },
  /** Response headers that are set or removed, by name. */
  headers: { $ref: '#/$defs/headers' },
  /** The wait before the response, in ms or s: `300ms`, `2s`, a range `200ms..2s`, or a distribution. */
  delay: { $ref: '#/$defs/delay' },
  /** `spent`: the document's 429, as if the sandbox had used its quota. */
  quota: { $ref: '#/$defs/quota' },
  /** The fault that breaks the connection, such as `reset`. */
  fault: { $ref: '#/$defs/fault' },
  /** Changes to how the operation's callbacks are delivered: late, lost, several times, cut, or wrongly signed. */
  callbacks: { $ref: '#/$defs/callbacks' },
} as const;

export const stepsSchema = {
  type: 'array',
  minItems: 1,
  maxItems: 100,
  description:
    'A sequence: what happens on the first matching call, on the second, and so on. Instead of effects at the top.',
  items: { $ref: '#/$defs/step' },
} as const;

export const atEndSchema = {
  enum: ['normal', 'hold', 'loop'],
  default: 'normal',
  description: 'After the last step: normal answers, the last step for ever, or the first one again.',
} as const;

/** Steps, and a sequence of them, by the names of their definitions. */
export const sequenceSchemas = {
  step: {
    type: ['string', 'object'],
    description: 'normal, or what happens. A step without effects is normal.',
    'x-expected': 'normal, or an object that says what happens',
    if: { type: 'string' },
    then: { enum: ['normal'], 'x-expected': 'normal, or an object that says what happens' },
    additionalProperties: false,
    minProperties: 1,
    properties: {
      times: wholeNumber([1, 1_000_000], 1, 'For how many calls in a row.'),
      label: {
        type: 'string',
        minLength: 1,
        maxLength: 60,
        description: 'Shown in the journal for calls of this step.',
      },
      ...effectProperties,
    },
  },
  sequence: {
    type: 'object',
    description: 'What happens on the calls of one operation, one after another.',
    additionalProperties: false,
    required: ['steps'],
    properties: { steps: stepsSchema, atEnd: atEndSchema },
  },
} as const;

/** Of `{a: A} | {b: B}` the type `{a: A} & {b: B}`. */
type Beside<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type AllOptions = Beside<(typeof faultKinds)[number]['options']>;

const options = (faultKinds as readonly FaultKind[]).flatMap(({ kind, options: own }) =>
  Object.entries(own).map(([name, schema]) => ({ kind, name, schema })),
);

/** The effects, and what they consist of, by the names of their definitions. */
export const effectSchemas = {
  delay: {
    type: ['string', 'object'],
    description:
      'A wait before the answer or fault: 300ms, a range 200ms..2s, or a lognormal distribution. At most 600s.',
    'x-expected': 'a duration such as 300ms or 2s, a range such as 200ms..2s, or {median, sigma, max}',
    examples: ['300ms', '200ms..2s'],
    pattern: '^\\d+(\\.\\d+)?(ms|s)(\\.\\.\\d+(\\.\\d+)?(ms|s))?$',
    additionalProperties: false,
    required: ['median', 'sigma', 'max'],
    properties: {
      median: { $ref: '#/$defs/duration', description: 'Half of the calls wait less.' },
      sigma: {
        type: 'number',
        minimum: 0,
        maximum: 5,
        description: 'Spread of the logarithm: 0.1 narrow, 0.5 usual, 1 a long tail.',
      },
      max: { $ref: '#/$defs/duration', description: 'No call waits longer.' },
    },
  },
  quota: {
    enum: ['spent'],
    description:
      "spent: answers the document's 429 as if the sandbox had used its quota, whatever the request.",
  },
  fault: {
    type: ['string', 'object'],
    description: 'Breaks the connection: a kind, or {kind, ...} with what the kind can be given.',
    if: { type: 'string' },
    then: { $ref: '#/$defs/faultKind' },
    additionalProperties: false,
    required: ['kind'],
    properties: {
      kind: { $ref: '#/$defs/faultKind' },
      ...(Object.fromEntries(
        options.map(({ kind, name, schema }) => [
          name,
          { ...schema, description: `For ${kind}: ${schema.description}` },
        ]),
      ) as unknown as AllOptions),
    },
    dependentSchemas: Object.fromEntries(
      options.map(({ kind, name }) => [name, { properties: { kind: { const: kind } } }]),
    ),
  },
  faultKind: {
    description: faultKinds.map(({ kind, explanation }) => `${kind}: ${explanation}.`).join(' '),
    enum: faultKinds.map(({ kind }) => kind) as readonly Fault['kind'][],
  },
  callbacks: {
    type: 'object',
    description: "What happens to the operation's callbacks, and to webhooks that are fired in the sandbox.",
    additionalProperties: false,
    minProperties: 1,
    properties: {
      lost: { type: 'boolean', default: false, description: 'true: they are never sent.' },
      delay: { $ref: '#/$defs/delay' },
      copies: wholeNumber([1, 10], 1, 'Each is delivered so many times, with the same webhook-id.'),
      attempts: wholeNumber([1, 10], 3, 'Attempts until one is answered with 2xx.'),
      wait: {
        $ref: '#/$defs/duration',
        description: 'The wait before the second attempt, 1s by default; it doubles with each further one.',
      },
      cut: wholeNumber([0, 10], 0, 'So many first attempts end in the middle of the body.'),
      signature: {
        enum: ['valid', 'wrong', 'none'],
        default: 'valid',
        description: 'Where callbacks are signed: made with another secret, or none.',
      },
    },
  },
} as const;
