/**
 * A short fuzz. `DRYDOCK_FUZZ_REQUESTS` makes it longer, `DRYDOCK_FUZZ_SEED` chooses other requests or repeats failed ones;
 * `node bench/fuzz.mjs` sends a million, and measures the heap and how long an ordinary client waits.
 */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { packageFile } from '../../contract/package-root.js';
import { fuzz } from './fuzz.js';
import { MockProcess } from './mock-process.js';

const requests = Number(process.env.DRYDOCK_FUZZ_REQUESTS ?? 3000);
const seed = Number(process.env.DRYDOCK_FUZZ_SEED ?? 20_261_121);

it('the mock gives hostile requests valid responses, and an ordinary client notices nothing', async () => {
  const document = parse(readFileSync(packageFile('openapi.yaml'), 'utf8')) as object;
  const mock = await MockProcess.start(packageFile('dist', 'src', 'cli', 'main.js'), ['--quota', 'off']);
  const report = await fuzz({ mock, document, seed, requests });
  const exitCode = await mock.stop();
  expect(report.failure).toBeUndefined();
  expect(mock.err).toEqual([]);
  expect(exitCode).toBe(0);
  expect(report.requests).toBeGreaterThanOrEqual(requests);
  expect(report.canary.failures).toEqual([]);
  expect(report.canary.requests).toBeGreaterThan(0);
}, 600_000);
