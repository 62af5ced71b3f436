/**
 * Detection and false alarms of the contract suite and of other tools, on the same servers:
 * `npm ci --prefix bench && node bench/contract-peers.mjs [--sample N] [--variants N] [--seed N] [--at-once N] [--seconds N]`, after
 * `npm run build`. A fault is found when the verdict differs from the one on the correct server; a false alarm is a failure on
 * the correct server or on a variant, which conforms as well. Everything stays on 127.0.0.1.
 */
import { parseArgs } from 'node:util';
import { startCountingRelay } from './contract-peers/counting-relay.mjs';
import { CORRECT, listVariations, sample, startServer } from './contract-peers/reference-servers.mjs';
import { tools } from './contract-peers/tools.mjs';
import { writeFormatted } from './figures/results.mjs';

const defaults = { sample: 30, variants: 10, seed: 1, 'at-once': 2, seconds: 60 };
const { values } = parseArgs({
  options: Object.fromEntries(Object.keys(defaults).map((name) => [name, { type: 'string' }])),
});
const setting = Object.fromEntries(
  Object.entries(defaults).map(([name, value]) => [name, Number(values[name] ?? value)]),
);

const all = listVariations();
const drawn = (kind, count) =>
  sample(
    all.filter((variation) => variation.kind === kind),
    count,
    setting.seed,
  );
const faults = drawn('fault', setting.sample);
const variants = drawn('variant', setting.variants);

const known = tools(setting.seconds);
const installed = known.filter((tool) => tool.version);
for (const { name, how } of known.filter((tool) => !tool.version)) {
  console.error(`${name} is not installed and left out; to have it measured: ${how}`);
}

const rows = await measure(CORRECT);
const queue = [...faults, ...variants];
await Promise.all(
  Array.from({ length: setting['at-once'] }, async () => {
    for (let next = queue.shift(); next; next = queue.shift()) rows.push(...(await measure(next)));
  }),
);

const results = installed.map(summary);
// Shorter runs are not what the documentation shows.
if (Object.keys(values).length === 0)
  writeFormatted(new URL('results/contract-peers.json', import.meta.url), { setting, tools: results });
console.log(table(results));

/** Every tool in turn on a server of its own, started anew: what one tool did to it must not meet the next. */
async function measure(variation) {
  const measured = [];
  for (const tool of installed) {
    const server = await startServer(variation);
    const relay = await startCountingRelay(server.url);
    try {
      const outcome = await tool.check({ ...server, url: relay.url }, variation === CORRECT);
      const seconds = Math.round(outcome.seconds * 10) / 10;
      measured.push({ ...variation, tool: tool.name, ...outcome, seconds, requests: relay.requests() });
      console.error(
        `${variation.kind} ${variation.id}: ${tool.name}: ${outcome.verdict.slice(0, 100)} (${seconds} s)`,
      );
    } finally {
      await relay.close();
      await server.stop();
    }
  }
  return measured;
}

function summary({ name, version, how }) {
  const own = rows.filter((row) => row.tool === name);
  const [correct] = own;
  const of = (kind) => own.filter((row) => row.kind === kind);
  return {
    ...{ name, version, how },
    found: of('fault').filter(({ verdict }) => verdict !== correct.verdict).length,
    faults: faults.length,
    falseAlarms: [correct, ...of('variant')].filter(({ passes }) => !passes).length,
    variants: variants.length + 1,
    requests: median(own.map(({ requests }) => requests)),
    seconds: median(own.map(({ seconds }) => seconds)),
  };
}

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

function table(results) {
  const lines = results.map(
    (tool) =>
      `| ${tool.name} | ${tool.version} | ${tool.found} of ${tool.faults} | ${tool.falseAlarms} of ${tool.variants} | ${tool.requests} | ${tool.seconds.toFixed(1)} |`,
  );
  return [
    '| tool | version | faults found | false alarms | median requests | median seconds |',
    '|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}
