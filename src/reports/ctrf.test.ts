import { describe, expect, it } from 'vitest';
import { Ajv } from 'ajv';
import { readFileSync } from 'node:fs';
import type { ConformanceEvent } from '../conformance/events.js';
import { createReport } from './ctrf.js';
import { impossibleRun, sampleRun } from './testing/sample-run.js';

/** As it is published: src/ctrf-schema-0.0.json of the npm package ctrf 0.3.0 (MIT), from github.com/ctrf-io. */
const published = new URL('./testing/ctrf.schema.json', import.meta.url);
const validate = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(
  JSON.parse(readFileSync(published, 'utf8')) as object,
);

describe('the CTRF report', () => {
  it.each<[string, readonly ConformanceEvent[], { version?: string; startedAt?: string }]>([
    ['a run with failures', sampleRun(), { version: '1.2.3', startedAt: '2026-01-15T09:30:00.000Z' }],
    ['a run that knows neither version nor start', sampleRun(), {}],
    ['a target that could not be judged', impossibleRun(), {}],
  ])('keeps to the published schema for %s', (_, events, settings) => {
    const report = createReport(settings);
    const text = events.map((event) => report.write(event)).join('');
    validate(JSON.parse(text));
    expect(validate.errors ?? []).toEqual([]);
  });
});
