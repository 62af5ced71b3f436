import { afterEach, expect, it, vi } from 'vitest';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadRules } from '../../conformance/rules/load-rules.js';
import { createTrafficJudge } from '../../conformance/traffic/traffic-judge.js';
import { coverageReport } from '../../journal/coverage/coverage-report.js';
import type { ProxyVerdict, Verdict } from '../../proxy/judging/verdict.js';
import { loadShippingContract } from '../../shipping/shipping-service.js';
import { temporaryFolder } from '../../testing/temporary-folder.js';
import type { Terminal } from '../command.js';
import { PartReports, WindowReports } from './part-reports.js';

afterEach(() => {
  vi.useRealTimers();
});

/** The verdict about no traffic at all. */
async function emptyVerdict(): Promise<Verdict> {
  const contract = await loadShippingContract();
  const judge = createTrafficJudge({ contract, rules: await loadRules(), target: 'http://127.0.0.1:1' });
  const events = [...judge.events()];
  const summary = events.at(-1);
  if (summary?.type !== 'summary') throw new TypeError('There is no summary.');
  const coverage = coverageReport({ operations: [], scenarios: { list: () => [] } }, new Set());
  return { events, summary, coverage, shortfalls: [], repeated: 0, notJudged: 0 };
}

it('a window has reports with its beginning in their names, for all and for each service', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const folder = temporaryFolder();
  const lines: string[] = [];
  const terminal = { err: (line: string) => lines.push(line), color: false } as unknown as Terminal;
  const wanted = [
    { name: 'json', file: join(folder, 'contract.json'), flag: '--report json' },
    { name: 'text', file: undefined, flag: '--output' },
  ] as const;
  const all = await emptyVerdict();
  const verdict: ProxyVerdict = {
    ...all,
    services: ['/rates', '/a/b', ''].map((prefix) => ({ ...all, prefix, target: 'http://127.0.0.1:1' })),
  };
  let time = Date.parse('2026-01-31T12:00:00Z');
  const windows = new WindowReports(
    new PartReports(wanted, terminal),
    () => verdict,
    () => time,
  );
  windows.endEvery(3_600_000);
  time += 3_600_000;
  vi.advanceTimersByTime(3_600_000);
  time += 60_000;
  await windows.close();
  const names = ['2026-01-31T12-00-00.000Z', '2026-01-31T13-00-00.000Z'].flatMap((begun) =>
    ['', '-+', '-a+b', '-rates'].map((service) => `contract${service}-${begun}.json`),
  );
  expect(readdirSync(folder).sort()).toEqual(names.sort());
  const report = JSON.parse(readFileSync(join(folder, names[0] ?? ''), 'utf8')) as { startedAt: string };
  expect(report.startedAt).toBe('2026-01-31T12:00:00.000Z');
  expect(lines.map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
    '2026-01-31T12:00:00.000Z COULD NOT',
    ...['/rates', '/a/b', '/'].map((service) => `2026-01-31T12:00:00.000Z ${service} COULD`),
    '2026-01-31T13:00:00.000Z COULD NOT',
    ...['/rates', '/a/b', '/'].map((service) => `2026-01-31T13:00:00.000Z ${service} COULD`),
  ]);
});

it('a report that can not be written is told in one line', async () => {
  const lines: string[] = [];
  const terminal = { err: (line: string) => lines.push(line), color: false } as unknown as Terminal;
  const reports = new PartReports(
    [{ name: 'json', file: '/nowhere/r.json', flag: '--report json' }],
    terminal,
  );
  const part = { label: 'noon', begunAt: 0, fileOf: (file: string) => file };
  await reports.write(await emptyVerdict(), part);
  expect(lines).toEqual([
    "noon --report json can't be written to /nowhere/r.json: there is no such file or folder.",
  ]);
});
