/**
 * The fuzz of src/testing/hostile for as long as wanted, against `drydock mock` as built:
 * `npm run build && node bench/fuzz.mjs [--requests 1000000] [--seed N] [--clients 4]`. Exit 1 when something failed, an ordinary
 * client waited for more than 2 s or the heap grew by more than 8 MiB; the seed
 * that is printed gives the same requests again. Everything stays on 127.0.0.1.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { program, testingModule } from './processes/built-tests.mjs';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    clients: { type: 'string', default: '4' },
  },
});
const { fuzz } = await testingModule('hostile/fuzz.js');
const { MockProcess } = await testingModule('hostile/mock-process.js');

const document = parse(readFileSync(new URL('../openapi.yaml', import.meta.url), 'utf8'));
const seed = Number(values.seed);
console.log(`seed ${seed}`);
const mock = await MockProcess.start(program, ['--quota', 'off']);
const report = await fuzz({
  ...{ mock, document, seed },
  ...{ requests: Number(values.requests), clients: Number(values.clients) },
});
const resident = mock.memory('VmRSS');
const exitCode = await mock.stop();

const { failure, canary, heap, seconds, byKind, byStatus } = report;
const megabytes = (bytes) => (bytes / 1_048_576).toFixed(1);
console.log(byKind, byStatus);
console.log(`${report.requests} requests, ${report.responses} responses in ${seconds.toFixed(0)} s`);
console.log(
  `heap ${megabytes(heap[0])} MiB before, ${megabytes(heap[1])} MiB after; resident ${megabytes(resident ?? 0)} MiB`,
);
console.log(
  `an ordinary client meanwhile: ${canary.requests} requests, p50 ${canary.p50.toFixed(1)} ms, p99 ${canary.p99.toFixed(1)} ms, longest ${canary.max.toFixed(0)} ms`,
);
for (const line of [...mock.err.slice(0, 20), ...canary.failures, failure ?? ''])
  if (line !== '') console.error(line);
const slow = canary.max > 2000 || heap[1] - heap[0] > 8_388_608;
if (slow) console.error('A client waited for more than 2 s, or the heap grew by more than 8 MiB.');
const failed =
  slow || failure !== undefined || canary.failures.length > 0 || mock.err.length > 0 || exitCode !== 0;
console.log(failed ? `FAILED (seed ${seed})` : 'no crash, no hang, no 5xx');
process.exitCode = failed ? 1 : 0;
