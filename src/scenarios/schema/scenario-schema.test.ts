import { describe, expect, it } from 'vitest';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync, writeFileSync } from 'node:fs';
import { packageFile } from '../../contract/package-root.js';
import { scenarioSchema } from './scenario-schema.js';

interface SchemaPart {
  readonly description?: string;
  readonly $ref?: string;
  readonly properties?: Record<string, SchemaPart>;
  readonly additionalProperties?: unknown;
  readonly items?: SchemaPart;
}
const parts = scenarioSchema.$defs as unknown as Record<string, SchemaPart>;
const { match, when } = scenarioSchema.properties;

describe('the schema of scenario files', () => {
  it('is a schema', () => {
    expect(new Ajv2020().validateSchema(scenarioSchema)).toBe(true);
  });

  it('is what scenarios/scenario.schema.json holds for editors (UPDATE_FILES=1 writes it anew)', () => {
    const file = packageFile('scenarios', 'scenario.schema.json');
    const text = `${JSON.stringify(scenarioSchema, null, 2)}\n`;
    if (process.env.UPDATE_FILES === '1') writeFileSync(file, text);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it.each<[string, SchemaPart | undefined]>([
    ['a file', scenarioSchema as unknown as SchemaPart],
    ['a step', parts.step],
    ['an answer', parts.answer],
    ['a patch', parts.patch?.items],
    ['match', match],
    ['when', when as SchemaPart],
    ['a condition', parts.condition],
    ['headers', parts.headers],
    ['a lognormal delay', parts.delay],
    ['a fault', parts.fault],
  ])('refuses fields of %s that it does not know, and explains each that it knows', (_what, part) => {
    expect(part?.additionalProperties).toBe(false);
    const fields = Object.entries(part?.properties ?? {});
    expect(fields).not.toEqual([]);
    const silent = fields.filter(
      ([, { description, $ref }]) =>
        description === undefined && parts[$ref?.split('/').at(-1) ?? '']?.description === undefined,
    );
    expect(silent).toEqual([]);
  });
});
