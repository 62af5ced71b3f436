/**
 * A mock under load with scenarios, sandboxes that come and go, reloads and a reader of events:
 * `npm run build && node bench/soak.mjs [--minutes 60]`. It prints what the mock holds once warm and at the end; exit 1 when the
 * heap has grown by more than 10 MiB, descriptors by more than 20, or an ordinary client was failed. Everything stays on 127.0.0.1.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { program, testingModule } from './processes/built-tests.mjs';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } });
const { soak } = await testingModule('hostile/soak.js');
const { MockProcess } = await testingModule('hostile/mock-process.js');

const folder = mkdtempSync(join(tmpdir(), 'drydock-soak-'));
cpSync(fileURLToPath(new URL('../scenarios', import.meta.url)), folder, { recursive: true });
const mock = await MockProcess.start(program, ['--quota', 'off', '--watch', '--scenarios', folder]);
const begun = performance.now();
/** @param share of all minutes, from which on it is true */
const isPast = (share) => () => performance.now() - begun > share * Number(values.minutes) * 60_000;
const report = await soak({ mock, folder, isWarm: isPast(0.2), isOver: isPast(1) });
const exitCode = await mock.stop();
rmSync(folder, { recursive: true, force: true });

const { before, after, canary } = report;
const megabytes = (bytes) => `${(bytes / 1_048_576).toFixed(1)} MiB`;
console.log(`${report.requests} requests, ${report.reloads} reloads in ${values.minutes} minutes`);
console.log(`heap ${megabytes(before.heap)} warm, ${megabytes(after.heap)} at the end`);
console.log(`resident ${megabytes(before.resident)} warm, ${megabytes(after.resident)} at the end`);
console.log(`descriptors ${before.descriptors} warm, ${after.descriptors} at the end`);
console.log(
  `an ordinary client: p50 ${canary.p50.toFixed(1)} ms, p99 ${canary.p99.toFixed(1)} ms, longest ${canary.max.toFixed(0)} ms`,
);
for (const failure of canary.failures) console.error(failure);
const grown = after.heap - before.heap > 10 * 1_048_576 || after.descriptors - before.descriptors > 20;
process.exitCode = grown || canary.failures.length > 0 || exitCode !== 0 ? 1 : 0;
