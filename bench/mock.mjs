/**
 * Measures the mock, whole processes on 127.0.0.1, against bare servers and other mocks: `npm --prefix bench run mock`, after
 * `npm run build` and `npm ci --prefix bench`. Each part is merged into bench/results/mock.json as soon as it is measured;
 * The numbers of docs/performance.md and docs/mock-numbers.svg are made of that file.
 *
 *   --only PARTS   some of throughput, cold-start, memory, growth, rates, suite; between commas
 *   --short        under a minute, without the other mocks; prints and writes nothing
 *   --check        exit 1 when a figure of the short form passes its bound (bench/mock/floors.mjs)
 */
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { measureColdStart } from './mock/cold-start.mjs';
import { listContenders } from './mock/contenders.mjs';
import { brokenFloors } from './mock/floors.mjs';
import { measureGrowth } from './mock/growth.mjs';
import { generator } from './mock/load.mjs';
import { measureMemory } from './mock/memory.mjs';
import { writeReport } from './mock/report.mjs';
import { circumstances, writeResult } from './mock/results.mjs';
import { measureSuite } from './mock/suite.mjs';
import { measureThroughput } from './mock/throughput.mjs';
import { measureRates } from './rates.mjs';

const say = (line) => console.log(line);
const full = {
  throughput: (which) =>
    measureThroughput({ ...which, say, rounds: 5, seconds: 2, warmUp: 6, connections: [1, 32, 256] }),
  'cold-start': ({ contenders }) => measureColdStart({ contenders, say, rounds: 10 }),
  memory: ({ contenders }) =>
    measureMemory({
      contenders,
      say,
      requests: 1_000_000,
      seconds: (name) => (name === 'Drydock' ? 240 : 40),
    }),
  growth: () => measureGrowth({ say, rounds: 7, seconds: 0.4 }),
  rates: () => measureRates({ say, rounds: 15, batchMs: 30 }),
  suite: () => measureSuite({ say, rounds: 7 }),
};
const short = {
  throughput: (which) =>
    measureThroughput({ ...which, say, rounds: 3, seconds: 1, warmUp: 1, connections: [32] }),
  'cold-start': ({ contenders }) => measureColdStart({ contenders, say, rounds: 5 }),
  rates: () => measureRates({ say, rounds: 5, batchMs: 10 }),
};

const values = flags();
const parts = values.short || values.check ? short : full;
const names = values.only?.split(',') ?? Object.keys(parts);
const unknown = names.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; the parts are ${Object.keys(parts).join(', ')}.`);
  process.exit(2);
}

const { contenders, missing } = await listContenders({ peers: parts === full });
for (const { name, why } of missing) say(`${name} is skipped; it needs ${why}.`);
const servers = contenders.map(({ name, version, does }) => ({ name, version, does }));
const at = circumstances(generator);
if (at.load > at.cores / 2) say(`The machine is busy (load ${at.load}); figures will be worse and wider.`);
const results = {};
const failures = [];
for (const name of names) {
  const started = performance.now();
  try {
    results[name] = { ...at, servers, missing, ...(await parts[name]({ contenders })) };
    if (parts === full) writeResult(name, results[name]);
  } catch (error) {
    failures.push(`${name} was not measured: ${error.message}`);
  }
  say(`-- ${name}: ${Math.round((performance.now() - started) / 1000)} s`);
}
if (parts === full) writeReport();
if (values.check) failures.push(...brokenFloors(results));
for (const sentence of failures) console.error(sentence);
process.exit(failures.length > 0 ? 1 : 0);

function flags() {
  try {
    return parseArgs({
      options: { only: { type: 'string' }, short: { type: 'boolean' }, check: { type: 'boolean' } },
    }).values;
  } catch (error) {
    console.error(error.message);
    process.exit(2);
  }
}
