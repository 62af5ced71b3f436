/** All that `node bench/memory.mjs` does for a minute, until each bound has been met once. */
import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { packageFile } from '../../contract/package-root.js';
import { rateRequest } from '../rate-requests.js';
import { attackMemory } from './memory.js';
import { MockProcess } from './mock-process.js';

const evicted = /^drydock_shed_total\{kind="journal entries"\} [1-9]/m;
const refused = /^drydock_memory_refused_requests_total [1-9]/m;

it('a mock stays below the limit of the Kubernetes manifest, and answers, through everything that fills memory', async () => {
  const manifest = readFileSync(packageFile('deploy', 'kubernetes.yaml'), 'utf8');
  const limit = Number(/limits: \{ memory: (\d+)Mi \}/.exec(manifest)?.[1]) * 1_048_576;
  const program = packageFile('dist', 'src', 'cli', 'main.js');
  // Less than the default, so that it is soon full.
  const mock = await MockProcess.start(program, ['--quota', 'off', '--max-memory', '16MB']);
  const shipment = JSON.stringify(rateRequest());
  const filled = metric(mock, evicted);
  const over = filled.then(() => metric(mock, refused));
  const report = await attackMemory({ mock, filled, over, uploads: 400, pipelined: 60_000, shipment });
  await mock.control('POST', 'reset');
  const after = await fetch(`${mock.origin}/categories`, { headers: { Authorization: 'Bearer dk_test_a' } });
  expect(await mock.stop()).toBe(0);
  if (report.peak !== undefined) expect(report.peak).toBeLessThan(limit);
  const { statuses, failures } = report.ordinary;
  expect([...statuses.keys()]).toContain(200);
  expect([...statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(failures.filter((failure) => !failure.startsWith('Error: status 503'))).toEqual([]);
  expect(report.metrics).toMatch(evicted);
  expect(report.metrics).toMatch(refused);
  expect(mock.err).toEqual([
    expect.stringMatching(/^Evicted since the start, to stay within --max-memory 16MB: /),
  ]);
  expect(after.status).toBe(200);
});

/** Resolves once a metric of the mock matches. */
async function metric(mock: MockProcess, pattern: RegExp): Promise<void> {
  while (!pattern.test(await (await mock.control('GET', 'metrics')).text())) await setImmediate();
}
