import { beforeAll, describe, expect, it } from 'vitest';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ScenarioCatalogue } from '../../scenarios/scenario-catalogue.js';
import { MemoryState } from '../../state/memory/memory-state.js';
import { KeyRing } from '../../server/state/key-ring.js';
import { loadMock } from '../../server/load-mock.js';
import { checkedOptions } from '../../server/options.js';
import { shippingService } from '../../shipping/shipping-service.js';
import type { Mock } from '../../mock/mock.js';
import type { ServerOptions } from '../../index.js';
import { coverageReport } from './coverage-report.js';
import type { CoverageReport, OperationCoverage, Share } from './coverage-report.js';
import { belowThresholds, coverageText } from './coverage-text.js';

const mockOf = (options: ServerOptions) =>
  loadMock(
    checkedOptions({ service: shippingService(), ...options }),
    new MemoryState({ elapsed: () => 0 }),
    new KeyRing(),
  );

const share = (seen: number, of: number, percent: number) => ({ seen, of, percent });
const operation = (report: CoverageReport, id: string): OperationCoverage =>
  report.operations.find((one) => one.id === id)!;

let own: Mock;
let other: Mock;
beforeAll(async () => {
  own = await mockOf({});
  const folder = mkdtempSync(join(tmpdir(), 'coverage-'));
  const file = join(folder, 'other.json');
  writeFileSync(file, JSON.stringify(otherDocument));
  other = await mockOf({ spec: file });
  other = { ...other, scenarios: new ScenarioCatalogue(other.contract, new Map()) };
  rmSync(folder, { recursive: true });
});

const otherDocument = {
  openapi: '3.1.0',
  info: { title: 'Other', version: '1' },
  paths: {
    '/a': {
      get: {
        responses: { '200': { description: '' }, '404': { description: '' }, '4XX': { description: '' } },
      },
    },
    '/a b': { get: { responses: { default: { description: '' } } } },
    '/c': {
      post: { operationId: 'c', responses: { '5xx': { description: '' }, '201': { description: '' } } },
    },
  },
};

/** Marks of everything that the document has. */
const everything = (mock: Mock): Set<string> =>
  new Set([
    ...mock.operations.flatMap(({ operation: { id, responses }, coverage }) => [
      ...[...responses.keys()].map((status) => `status ${id} ${status}`),
      ...coverage.fields.map(({ mark }) => mark),
    ]),
    ...mock.scenarios.names().map((name) => `scenario ${mock.operations[0]?.operation.id ?? ''} ${name}`),
  ]);

describe("the coverage of the service's own document", () => {
  it('is 0 % before any request', () => {
    const report = coverageReport(own, new Set());
    expect(report.operations.map(({ id, seen }) => [id, seen])).toEqual(
      own.contract.operations.map(({ id }) => [id, false]),
    );
    for (const total of Object.values(report.totals)) {
      const { seen, of, percent } = total as Share;
      expect([seen, percent]).toEqual([0, 0]);
      expect(of).toBeGreaterThan(0);
    }
    expect(report.scenarios.met).toEqual([]);
    expect(report.scenarios.notMet).toEqual(expect.arrayContaining(['flaky', 'status-404']));
    expect(report.scenarios.notMet).not.toContain('broken-null-data');
  });

  it('is 100 % when requests covered everything', () => {
    const report = coverageReport(own, everything(own));
    for (const { seen, of, percent } of Object.values(report.totals))
      expect([seen, percent]).toEqual([of, 100]);
    expect(report.scenarios.notMet).toEqual([]);
    expect(coverageText(report)).toContain('Everything was met.');
  });

  it('counts statuses, fields and scenarios of the operation that was called', () => {
    const marks = [
      'status listCategories 200',
      'status listCategories 429',
      'status listCategories 418',
      'scenario listCategories rate-limited',
      'status getShippingRates 400',
      'field getShippingRates /weight',
      'field getShippingRates /box_dimension/*/length',
      'field getShippingRates /not-in-the-document',
      'status nobody 200',
    ];
    const report = coverageReport(own, new Set(marks));
    const categories = operation(report, 'listCategories');
    expect(categories.statuses).toMatchObject({ '200': true, '429': true, '404': false });
    expect(categories).toMatchObject({ undocumented: [418], scenarios: ['rate-limited'], fields: {} });
    const { fields } = operation(report, 'getShippingRates');
    expect(Object.entries(fields).filter(([, seen]) => seen)).toEqual([
      ['/box_dimension/*/length', true],
      ['/weight', true],
    ]);
    const statuses = own.operations.flatMap(({ operation: { responses } }) => [...responses.keys()]);
    const errors = statuses.filter((status) => Number(status) >= 400);
    const allFields = own.operations.flatMap((one) => one.coverage.fields);
    expect(report.totals).toMatchObject({
      operations: { seen: 2, of: own.operations.length },
      statuses: { seen: 3, of: statuses.length },
      errors: { seen: 2, of: errors.length },
      fields: { seen: 2, of: allFields.length },
    });
    expect(report.scenarios.met).toEqual(['rate-limited']);
    expect(report.scenarios.notMet).not.toContain('rate-limited');
  });
});

describe('the coverage of any document', () => {
  it('counts 4XX and default as covered by any status that they describe', () => {
    const marks = ['status GET /a 404', 'status GET /a b 500', 'status c 503', 'status GET /a 302'];
    const report = coverageReport(other, new Set(marks));
    expect(report.operations).toMatchObject([
      {
        id: 'GET /a',
        seen: true,
        statuses: { '200': false, '404': true, '4XX': false },
        undocumented: [302],
      },
      { id: 'GET /a b', seen: true, statuses: { default: true }, undocumented: [] },
      { id: 'c', seen: true, statuses: { '201': false, '5xx': true }, undocumented: [] },
    ]);
    expect(report.totals).toEqual({
      operations: share(3, 3, 100),
      statuses: share(3, 6, 50),
      errors: share(2, 3, 66.6),
      fields: share(0, 0, 100),
    });
    const another = coverageReport(other, new Set(['status GET /a 410', 'scenario GET /a b slow']));
    expect(operation(another, 'GET /a').statuses).toMatchObject({ '404': false, '4XX': true });
    expect(operation(another, 'GET /a b')).toMatchObject({ seen: true, scenarios: ['slow'] });
    expect(operation(another, 'GET /a').scenarios).toEqual([]);
  });

  it('is printed as a table, with what no request covered', () => {
    const marks = ['status GET /a 404', 'status GET /a 302', 'status GET /a 301', 'status GET /a b 500'];
    expect(coverageText(coverageReport(other, new Set(marks)))).toBe(
      [
        'operation  met        statuses   errors     fields',
        'GET /a     yes        1/3        1/2        -',
        'GET /a b   yes        1/1        -          -',
        'c          no         0/2        0/1        -',
        'all        2/3 66.6%  2/6 33.3%  1/3 33.3%  0/0 100%',
        '',
        'Never met:',
        '  GET /a, statuses: 200, 4XX',
        '  c: never requested',
        '  scenarios: status-404, status-408, status-422, status-500, status-502, status-503, status-504',
        '',
        'Met, though the document does not have them:',
        '  GET /a: 301, 302',
        '',
      ].join('\n'),
    );
  });

  it('is printed in lines of a readable length', () => {
    const marks = new Set(own.operations.map(({ operation: { id } }) => `status ${id} 200`));
    const lines = coverageText(coverageReport(own, marks)).split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
    for (const { pointer } of own.operations.flatMap(({ coverage }) => coverage.fields))
      expect(lines.join('\n')).toMatch(new RegExp(` ${pointer.replaceAll('*', '\\*')}(,|$)`, 'm'));
  });
});

describe('thresholds', () => {
  const report = () => coverageReport(other, new Set(['status GET /a 404', 'status c 503']));

  it('add nothing where they are reached, not set, or there is nothing to cover', () => {
    expect(belowThresholds(report(), {})).toEqual([]);
    expect(
      belowThresholds(report(), { minErrors: 66, minFields: 100, minOperations: 66, minStatuses: 0 }),
    ).toEqual([]);
    expect(belowThresholds(report(), { minErrors: 66.6 })).toEqual([]);
    expect(belowThresholds(report(), { minErrors: 66.66 })).toEqual([]);
  });

  it('that are missed are reported with the difference', () => {
    expect(
      belowThresholds(report(), { minErrors: 66.7, minOperations: 80, minStatuses: 50, minFields: 1 }),
    ).toEqual([
      'Only 66.6% of the operations were met (2 of 3); at least 80% is asked for.',
      'Only 33.3% of the statuses were met (2 of 6); at least 50% is asked for.',
      'Only 66.6% of the errors were met (2 of 3); at least 66.7% is asked for.',
    ]);
  });
});
