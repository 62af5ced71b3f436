import { beforeAll, describe, expect, it } from 'vitest';
import { fc } from '../../testing/properties/fast-check.js';
import { createApp } from '../../index.js';
import type { Mock } from '../../mock/mock.js';
import { coverageReport } from './coverage-report.js';
import { mergeCoverage } from './merge-coverage.js';

let mock: Mock;
let marks: string[];

beforeAll(async () => {
  const app = await createApp();
  mock = app.mock();
  await app.close();
  marks = mock.operations.flatMap(({ operation: { id, responses }, coverage }) => [
    ...[...responses.keys(), '418', '503'].map((status) => `status ${id} ${status}`),
    ...mock.scenarios.names().map((name) => `scenario ${id} ${name}`),
    ...coverage.fields.map(({ mark }) => mark),
  ]);
});

describe('mergeCoverage', () => {
  it('equals the coverage of one sandbox that had all the requests of both', () => {
    const some = fc.subarray(marks).map((chosen) => new Set(chosen));
    fc.assert(
      fc.property(some, some, (one, other) => {
        const merged = mergeCoverage(coverageReport(mock, one), coverageReport(mock, other));
        expect(merged).toEqual(coverageReport(mock, new Set([...one, ...other])));
      }),
    );
  });
});
