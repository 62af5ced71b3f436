/** A few seconds of what `node bench/memory.mjs` does for a minute. */
import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { packageFile } from '../../contract/package-root.js';
import { rateRequest } from '../rate-requests.js';
import { attackMemory } from './memory.js';
import { MockProcess } from './mock-process.js';

it('a mock stays below the limit of the Kubernetes manifest, and answers, through everything that fills memory', async () => {
  const manifest = readFileSync(packageFile('deploy', 'kubernetes.yaml'), 'utf8');
  const limit = Number(/limits: \{ memory: (\d+)Mi \}/.exec(manifest)?.[1]) * 1_048_576;
  const program = packageFile('dist', 'src', 'cli', 'main.js');
  // Less than the default, so that a few seconds fill it.
  const mock = await MockProcess.start(program, ['--quota', 'off', '--max-memory', '16MB']);
  const shipment = JSON.stringify(rateRequest());
  const report = await attackMemory({ mock, seconds: 4, uploads: 400, pipelined: 60_000, shipment });
  await mock.control('POST', 'reset');
  const after = await fetch(`${mock.origin}/categories`, { headers: { Authorization: 'Bearer dk_test_a' } });
  expect(await mock.stop()).toBe(0);
  if (report.peak !== undefined) expect(report.peak).toBeLessThan(0.75 * limit);
  expect(report.ordinary.get(200)).toBeGreaterThan(3);
  expect([...report.ordinary.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(report.longestMs).toBeLessThan(5000);
  expect(report.metrics).toMatch(/^drydock_shed_total\{kind="journal entries"\} [1-9]/m);
  expect(report.metrics).toMatch(/^drydock_memory_refused_requests_total [1-9]/m);
  expect(mock.err).toEqual([
    expect.stringMatching(/^Shed since the start, to stay within --max-memory 16MB: /),
  ]);
  expect(after.status).toBe(200);
}, 60_000);
