import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { scenarioSchemaFile } from './parse-scenario-file.js';
import type {
  AnswerFields,
  ConditionFields,
  EffectFields,
  FaultFields,
  FaultKind,
  HeaderFields,
  LognormalFields,
  MatchFields,
  PatchFields,
  ScenarioFile,
  StepFields,
  WhenFields,
} from './scenario-file.js';

interface SchemaPart {
  description?: string;
  $ref?: string;
  required?: string[];
  properties?: Record<string, SchemaPart>;
  additionalProperties?: unknown;
  items?: SchemaPart;
  enum?: string[];
}
const schema = JSON.parse(readFileSync(scenarioSchemaFile, 'utf8')) as SchemaPart & {
  $defs: Record<string, SchemaPart>;
};
const { $defs: parts, properties: top = {} } = schema;

/** The compiler refuses a record that misses a field of the type or has another: so these lists are the types. */
type Fields<T> = Record<keyof T, true>;
const effect: Fields<EffectFields> = {
  answer: true,
  patch: true,
  headers: true,
  delay: true,
  quota: true,
  fault: true,
};
const step: Fields<StepFields> = { ...effect, times: true, label: true };
const file: Fields<ScenarioFile> = {
  ...effect,
  title: true,
  advice: true,
  breaksContract: true,
  operations: true,
  match: true,
  when: true,
  steps: true,
  atEnd: true,
};
const answer: Fields<AnswerFields> = {
  status: true,
  example: true,
  message: true,
  errors: true,
  headers: true,
  body: true,
  text: true,
  contentType: true,
};
const patch: Fields<PatchFields> = {
  set: true,
  remove: true,
  append: true,
  repeat: true,
  limit: true,
  convert: true,
  rename: true,
  value: true,
  length: true,
  unique: true,
  type: true,
  name: true,
};
const match: Fields<MatchFields> = { headers: true, body: true };
const when: Fields<WhenFields> = { first: true, call: true, every: true, probability: true };
const condition: Fields<ConditionFields> = { equals: true, exists: true, pattern: true };
const headers: Fields<HeaderFields> = { set: true, remove: true };
const lognormal: Fields<LognormalFields> = { median: true, sigma: true, max: true };
const fault: Fields<FaultFields> = { kind: true, keep: true, chunk: true, interval: true, by: true };
const kinds: Record<FaultKind, true> = {
  reset: true,
  close: true,
  'never-answer': true,
  'headers-then-nothing': true,
  'truncated-body': true,
  'slow-drip': true,
  garbage: true,
  'malformed-json': true,
  'wrong-content-length': true,
};

describe('the schema of scenario files', () => {
  it('is a schema', () => {
    const ajv = new Ajv2020();
    expect(ajv.validateSchema(schema)).toBe(true);
  });

  it.each([
    ['a file', schema, file],
    ['a step', parts.step, step],
    ['an answer', parts.answer, answer],
    ['a patch', parts.patch?.items, patch],
    ['match', top.match, match],
    ['when', top.when, when],
    ['a condition', parts.condition, condition],
    ['headers', parts.headers, headers],
    ['a lognormal delay', parts.delay, lognormal],
    ['a fault', parts.fault, fault],
  ])('has the fields of %s, no more and no fewer, and explains each', (_what, part, fields) => {
    expect(Object.keys(part?.properties ?? {}).sort()).toEqual(Object.keys(fields).sort());
    expect(part?.additionalProperties).toBe(false);
    const silent = Object.entries(part?.properties ?? {}).filter(
      ([, { description, $ref }]) =>
        description === undefined && parts[$ref?.split('/').at(-1) ?? '']?.description === undefined,
    );
    expect(silent).toEqual([]);
  });

  it('knows the kinds of faults', () => {
    expect(parts.faultKind?.enum).toEqual(Object.keys(kinds));
  });
});
