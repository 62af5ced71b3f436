/**
 * Everything at once that makes a mock keep and hold memory: `npm run build && node bench/memory.mjs [--seconds 60]
 * [--max-memory 256MB] [--uploads 1500] [--pipelined 60000]`. It prints the peak of the process; exit 1 when it is above 512 MiB,
 * the limit of deploy/kubernetes.yaml. Everything stays on 127.0.0.1.
 */
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { kinds } from './load/requests.mjs';
import { program, testingModule } from './processes/built-tests.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    'max-memory': { type: 'string', default: '256MB' },
    uploads: { type: 'string', default: '1500' },
    pipelined: { type: 'string', default: '60000' },
    program: { type: 'string', default: program },
  },
});
const { attackMemory } = await testingModule('hostile/memory.js');
const { MockProcess } = await testingModule('hostile/mock-process.js');

const [post] = kinds.POST({ base: '', port: 0 });
const flags = values.program === program ? ['--max-memory', values['max-memory']] : [];
const mock = await MockProcess.start(values.program, ['--quota', 'off', ...flags]);
const report = await attackMemory({
  mock,
  filled: setTimeout(Number(values.seconds) * 500),
  over: setTimeout(Number(values.seconds) * 1000),
  uploads: Number(values.uploads),
  pipelined: Number(values.pipelined),
  shipment: post.split('\r\n\r\n')[1],
});
await mock.stop();
const limit = Number(/memory: (\d+)Mi/.exec(deployed())?.[1]) * 1_048_576;
const counts = (map) => [...map].map(([status, count]) => `${count} x ${status}`).join(', ');
console.log(`peak ${((report.peak ?? NaN) / 1_048_576).toFixed(0)} MiB of ${limit / 1_048_576} MiB`);
console.log(`answered ${counts(report.answered)}`);
console.log(
  `an ordinary client: ${counts(report.ordinary.statuses)}, longest ${report.ordinary.max.toFixed(0)} ms`,
);
for (const line of report.metrics.split('\n')) if (/^drydock_(memory|shed)/.test(line)) console.log(line);
for (const line of mock.err) console.log(line);
process.exitCode = report.peak < limit ? 0 : 1;

function deployed() {
  const manifest = readFileSync(new URL('../deploy/kubernetes.yaml', import.meta.url), 'utf8');
  return /limits: \{ memory: \d+Mi \}/.exec(manifest)[0];
}
