import { expect, it } from 'vitest';
import { reportNames } from '../../src/reports/registry.js';
import { sampleRun } from '../../src/reports/testing/sample-run.js';
import { SearchedReports } from './searched-reports.js';
import { SecretSearch } from './secret-search.js';

async function leaksOf(actual: string): Promise<string[]> {
  const reports = await SearchedReports.of(new SecretSearch({ valid: 'Rv7f-3a9cQ_xKt2w' }));
  for (const event of sampleRun({ actual })) reports.write(event);
  return reports.leaks();
}

it('a key in a failure is found in every report, by the name of the report', async () => {
  const found = (await leaksOf('got 3A9CQ_XK')).map((leak) => leak.split(' shows ')[0]);
  expect(new Set(found)).toEqual(new Set(['events', ...reportNames.map((name) => `report ${name}`)]));
  expect(await leaksOf('got Rv7f*** and 3a9cQ_x')).toEqual([]);
});
