/**
 * A proxy that records and judges all the time, as in front of a staging host, and what it would hold after a day:
 * `npm run build && node bench/proxy-day.mjs [--minutes 60] [--rate 150]`. Lists with and without findings and thousands of different
 * shipments pass it, at `--rate` a second each; the HAR is written in pieces and each twelfth of the time has a verdict of its own.
 *
 * It measures the heap without garbage, resident memory, descriptors and the disk 40 times, and projects the heap's growth in the second
 * half to a day, with its standard error: of an hour a few MiB, of five minutes over a hundred. Exit 1 when that is over 64 MiB even at the lower end of its error, when descriptors grow by more than 20, when the HAR
 * takes more than its limit, or when a request failed. Everything stays on 127.0.0.1.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { growth } from './figures/spread.mjs';
import { runLoad } from './load/run-load.mjs';
import { program, testingModule } from './processes/built-tests.mjs';
import { startServer } from './processes/server-process.mjs';
import { drydock } from './servers/drydock.mjs';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, rate: { type: 'string', default: '150' } },
});
const [minutes, rate] = [Number(values.minutes), Number(values.rate)];
const { MockProcess } = await testingModule('hostile/mock-process.js');
const mebibyte = 1_048_576;
const [pieceMiB, pieces, turns] = [2, 5, 40];

const folder = mkdtempSync(join(tmpdir(), 'drydock-day-'));
const target = await startServer(drydock());
const proxy = await MockProcess.start(
  program,
  [
    ...['--har', join(folder, 'traffic.har'), '--har-rotate', `${pieceMiB}MB,${pieces}`, '--sample', '1/10'],
    ...['--every', `${Math.ceil(minutes * 5)}s`, '--report', `json=${join(folder, 'verdict.json')}`],
    ...['--control-token', 'bench-proxy-day', '--journal', '500'],
  ],
  ['proxy', `http://127.0.0.1:${target.port}${target.base}`],
);
proxy.controlToken = 'bench-proxy-day';

const files = (begin) => readdirSync(folder).filter((name) => name.startsWith(begin));
const metric = async (name) => {
  const text = await (await proxy.control('GET', 'metrics')).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
};
const samples = [];
const begun = performance.now();
const seconds = (minutes * 60) / turns;
const load = (kind, how) =>
  runLoad({ port: proxy.port, base: '' }, kind, { seconds, connections: 8, ...how });
for (let turn = 0; turn < turns; turn += 1) {
  await Promise.all([
    load('GET', { rate }),
    load('POST', { rate }),
    load('GET', { rate: 2, connections: 1, key: 'dk_test_bench~broken-null-list' }),
  ]);
  samples.push({
    hours: (performance.now() - begun) / 3_600_000,
    heap: (await proxy.heap()) / mebibyte,
    resident: proxy.memory('VmRSS') / mebibyte,
    descriptors: proxy.descriptors(),
    disk: files('traffic').reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / mebibyte,
  });
}
const counts = {
  passed: await metric('drydock_proxy_exchanges_total'),
  notJudged: await metric('drydock_proxy_not_judged_total'),
  kept: await metric('drydock_har_exchanges_total\\{outcome="kept"\\}'),
  pieces: await metric('drydock_har_files_total'),
};
const exitCode = await proxy.stop();
await target.stop();
const windows = files('verdict-').length;
rmSync(folder, { recursive: true, force: true });

const warm = samples.slice(turns / 2);
const { slope, error } = growth(warm.map(({ hours, heap }) => ({ x: hours, y: heap })));
const [first, last] = [warm.at(0), warm.at(-1)];
const whole = (number) => number.toFixed(0);
const disk = Math.max(...samples.map((sample) => sample.disk));
console.log(
  `${counts.passed} exchanges in ${values.minutes} minutes, ${counts.notJudged} not judged; ${counts.kept} in ${counts.pieces} pieces of the HAR, ${windows} windows`,
);
console.log(
  `heap ${first.heap.toFixed(1)} MiB warm, ${last.heap.toFixed(1)} MiB at the end: ${whole(slope * 24)} ± ${whole(error * 24)} MiB in a day`,
);
console.log(`resident ${whole(first.resident)} MiB warm, ${whole(last.resident)} MiB at the end`);
console.log(`descriptors ${first.descriptors} warm, ${last.descriptors} at the end`);
console.log(`the HAR took at most ${disk.toFixed(1)} of ${pieceMiB * pieces} MiB`);
const grown = (slope - 2 * error) * 24 > 64 || last.descriptors - first.descriptors > 20;
// The traffic has findings, so the verdict is 1.
process.exitCode = grown || disk > pieceMiB * pieces || exitCode !== 1 ? 1 : 0;
