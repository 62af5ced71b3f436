/**
 * Measures the mock, whole processes on 127.0.0.1, against bare servers and other mocks: `npm --prefix bench run mock`, after
 * `npm run build` and `npm ci --prefix bench`; 12 minutes. Each part is written to bench/results/mock.json as soon as it is
 * measured, and the tables and the picture of the documentation are made of that file.
 *
 *   --only PARTS   some of throughput, latency, cold-start, memory, growth, rates, suite, tricks; between commas
 *   --quick        every part in its shortest form, three minutes; prints and writes nothing
 *   --short        half a minute, without the other mocks; prints and writes nothing
 *   --check        exit 1 when a figure of the short form passes its bound (bench/mock/floors.mjs)
 */
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { writeReport } from './figures/report.mjs';
import { circumstances, writeResult } from './figures/results.mjs';
import { measureColdStart } from './mock/cold-start.mjs';
import { brokenFloors } from './mock/floors.mjs';
import { measureGrowth } from './mock/growth.mjs';
import { measureLatency } from './mock/latency.mjs';
import { measureMemory } from './mock/memory.mjs';
import { measureRates } from './mock/rates.mjs';
import { measureSuite } from './mock/suite.mjs';
import { measureThroughput } from './mock/throughput.mjs';
import { measureTricks, trickNames, withoutTricks } from './mock/tricks.mjs';
import { listContenders } from './servers/contenders.mjs';

const say = (line) => console.log(line);
const rates = [1000, 5000, 10_000, 20_000];
/** Each kind of request, until there are enough or the seconds are over. */
const warmUp = { count: 150_000, seconds: 3 };
const shortWarmUp = { count: 15_000, seconds: 10 };
const quickWarmUp = { count: 5000, seconds: 1 };
const isOpenLoop = ({ name }) => name !== 'bare Express';
const tricks = async (how) => {
  const variants = Object.fromEntries((await trickNames()).map((name) => [name, withoutTricks(name)]));
  return measureTricks({ variants, kinds: ['GET', 'POST'], say, ...how });
};

/** The parts with what each costs; `contenders` are those that take part. */
const parts = {
  throughput: {
    full: (contenders) => measureThroughput({ contenders, say, rounds: 5, length: { seconds: 1.5 }, warmUp }),
    quick: (contenders) =>
      measureThroughput({ contenders, say, rounds: 2, length: { seconds: 1 }, warmUp: quickWarmUp }),
    // By count, so that a busy machine takes longer and measures the same.
    short: (contenders) =>
      measureThroughput({
        // Express is compared by its start alone: it answers so slowly that it takes most of the time.
        contenders: contenders.filter(({ name }) => name !== 'bare Express'),
        say,
        rounds: 3,
        length: { count: 8000, seconds: 10 },
        warmUp: shortWarmUp,
      }),
  },
  latency: {
    full: (contenders) => measureLatency({ ...latency(contenders), rounds: 3, seconds: 2, warmUp }),
    quick: (contenders) =>
      measureLatency({ ...latency(contenders), rounds: 1, seconds: 0.5, warmUp: quickWarmUp }),
  },
  'cold-start': {
    full: (contenders) => measureColdStart({ contenders, say, rounds: 7 }),
    quick: (contenders) => measureColdStart({ contenders, say, rounds: 1 }),
    short: (contenders) => measureColdStart({ contenders, say, rounds: 5 }),
  },
  memory: {
    full: () => measureMemory({ say, requests: 1_000_000 }),
    quick: () => measureMemory({ say, requests: 40_000 }),
  },
  growth: {
    full: () => measureGrowth({ say, rounds: 5, seconds: 0.3 }),
    quick: () => measureGrowth({ say, rounds: 1, seconds: 0.1 }),
  },
  rates: {
    full: () => measureRates({ say, rounds: 15, batchMs: 30 }),
    quick: () => measureRates({ say, rounds: 3, batchMs: 10 }),
    short: () => measureRates({ say, rounds: 5, batchMs: 10 }),
  },
  suite: {
    full: () => measureSuite({ say, rounds: 5 }),
    quick: () => measureSuite({ say, rounds: 1 }),
  },
  tricks: {
    full: () => tricks({ rounds: 15, count: 5000 }),
    quick: () => tricks({ rounds: 2, count: 1000 }),
  },
};

function latency(contenders) {
  return { contenders: contenders.filter(isOpenLoop), rates, say };
}

const values = flags();
const form = values.short || values.check ? 'short' : values.quick ? 'quick' : 'full';
const known = Object.keys(parts).filter((name) => parts[name][form]);
const names = values.only?.split(',') ?? known;
const unknown = names.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(
    `There is no part ${unknown.join(', ')} in the ${form} form; the parts are ${known.join(', ')}.`,
  );
  process.exit(2);
}

const { contenders, missing } = await listContenders({ peers: form !== 'short' });
for (const { name, why } of missing) say(`${name} is left out; it needs ${why}.`);
const servers = contenders.map(({ name, version, does }) => ({ name, version, does }));
const at = circumstances();
if (at.load > at.cores / 2) say(`The machine is busy (load ${at.load}); figures will be worse and wider.`);
const results = {};
const failures = [];
for (const name of names) {
  const started = performance.now();
  try {
    results[name] = { ...at, ...(await parts[name][form](contenders)) };
    if (name === 'throughput') Object.assign(results[name], { servers, missing });
    if (form === 'full') writeResult(name, results[name]);
  } catch (error) {
    failures.push(`${name} was not measured: ${error.message}`);
  }
  say(`-- ${name}: ${Math.round((performance.now() - started) / 1000)} s`);
}
if (form === 'full') writeReport();
if (values.check) failures.push(...brokenFloors(results));
for (const sentence of failures) console.error(sentence);
process.exit(failures.length > 0 ? 1 : 0);

function flags() {
  try {
    return parseArgs({
      options: {
        only: { type: 'string' },
        quick: { type: 'boolean' },
        short: { type: 'boolean' },
        check: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    console.error(error.message);
    process.exit(2);
  }
}
