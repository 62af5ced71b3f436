import { describe, expect, it } from 'vitest';
import type { ConformanceEvent } from '../conformance/events.js';
import { runAgainstService, type ServiceChange } from '../conformance/testing/run-suite.js';
import { createReport } from './registry.js';
import { sampleRun } from './testing/sample-run.js';

const visibleLines = 15;

async function firstLines(events: Iterable<ConformanceEvent>): Promise<string[]> {
  const report = await createReport('text');
  return [...events]
    .map((event) => report.write(event))
    .join('')
    .split('\n')
    .slice(0, visibleLines);
}

describe('the first 15 lines of a failed report', () => {
  it('name request and response, however many problems and outcomes there are', async () => {
    const problems = Array.from({ length: 9 }, (_, index) => `field ${index} is wrong`);
    const expected = ['status 400', 'status 409', 'status 415', 'status 422'];
    const run = sampleRun({ problems, expected, actual: 'status 299' });
    const lines = await firstLines(run);
    expect(lines).toContain('  got       status 299');
    expect(lines).toContain('  wrong     field 1 is wrong, and 7 more problems');
    expect(lines).toContain('  expected  status 400, or status 409, or status 415, or status 422');
  });

  const faults: [
    title: string,
    options: { only: string; budget?: number },
    told: RegExp[],
    change: ServiceChange,
  ][] = [
    [
      'data is an object',
      { only: 'envelope/data', budget: 60 },
      [
        /FAIL envelope\/data on listCategories/,
        /^ {12}curl .*\/categories/,
        /got +data must be an array, got an object/,
      ],
      (response, { request }) =>
        request.url?.endsWith('/categories') && response.status === 200
          ? { ...response, body: { ...response.body, data: {} } }
          : response,
    ],
    [
      'every key is valid',
      { only: 'auth/*key' },
      [/FAIL auth\/(missing|unknown)-key on/, /^ {12}curl /, /expected +status 401/, /got +status (200|400)/],
      (response) => (response.status === 401 ? { ...response, status: 200 } : response),
    ],
    [
      'no value is checked',
      { only: 'requests/*', budget: 60 },
      [/FAIL requests\//, /wrong +/, /expected +status 400/, /got +status 200/],
      (response) => (response.status === 400 ? { ...response, status: 200 } : response),
    ],
  ];
  it.each(faults)('say what to change where %s', async (_, options, told, change) => {
    const { events } = await runAgainstService(change, options);
    const lines = await firstLines(events);
    for (const one of told) expect(lines).toEqual(expect.arrayContaining([expect.stringMatching(one)]));
  });
});
