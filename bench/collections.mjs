/**
 * Counts the garbage collections of a mock under POST by the clock, with and without the V8 flags of `npm start`, in turn; after
 * `npm run build`: `node bench/collections.mjs`, a minute and a half.
 *
 *   --node PATHS      binaries of Node between commas; default: the one that runs this
 *   --against DIST    another build of the mock beside this one, such as that of another worktree
 *   --rate N          requests per second, default 5000
 *   --seconds N       default 8
 *   --rounds N        default 3
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { spread } from './figures/spread.mjs';
import { kinds } from './load/requests.mjs';
import { runLoad } from './load/run-load.mjs';
import { sendLoad } from './load/send-load.mjs';
import { startServer } from './processes/server-process.mjs';
import { folder } from './processes/temporary-folder.mjs';
import { drydock, main } from './servers/drydock.mjs';

const { values } = parseArgs({
  options: {
    node: { type: 'string', default: process.execPath },
    against: { type: 'string' },
    rate: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '3' },
  },
});

/** As in package.json. */
const roomForGarbage = ['--max-semi-space-size=32', '--initial-old-space-size=128'];
const programs = [main, ...(values.against ? [join(resolve(values.against), 'src/cli/main.js')] : [])];
const variants = values.node.split(',').flatMap((node) =>
  programs.flatMap((program) =>
    [[], roomForGarbage].map((flags) => ({
      name: [
        `Node ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()}`,
        ...(flags.length > 0 ? ['with the flags'] : []),
        ...(program === main ? [] : [values.against]),
      ].join(', '),
      ...{ node, program, flags, samples: [] },
    })),
  ),
);
for (let round = 0; round < Number(values.rounds); round += 1)
  for (const variant of variants) variant.samples.push(await measure(variant));

console.log('| | of young objects | full | pauses over 1 ms | p99 |\n| --- | --- | --- | --- | --- |');
for (const { name, samples } of variants) {
  const median = (of) => spread(samples.map(of)).median;
  const both = (of) =>
    `${median((sample) => sample[of].count)}, ${median((sample) => sample[of].ms).toFixed(0)} ms`;
  const p99 = `${median((sample) => sample.p99).toFixed(1)} ms`;
  console.log(`| ${[name, both('young'), both('full'), both('long'), p99].join(' | ')} |`);
}

/** The collections while the load came, and the p99 of its latencies in milliseconds. */
async function measure({ node, program, flags }) {
  const log = join(folder, 'collections');
  const { base, command } = drydock({ program });
  const server = await startServer({
    base,
    command: (port) => {
      const [, ...args] = command(port);
      return ['sh', '-c', `exec "$0" "$@" > ${log}`, node, '--trace-gc', ...flags, ...args];
    },
  });
  try {
    await sendLoad(server.port, kinds.POST(server), { connections: 32, count: 10_000 });
    const warm = readFileSync(log, 'utf8').length;
    const load = { connections: 32, rate: Number(values.rate), seconds: Number(values.seconds) };
    const { p99 } = await runLoad(server, 'POST', load);
    const pauses = collectionsOf(readFileSync(log, 'utf8').slice(warm));
    return {
      young: totalOf(pauses.filter(({ kind }) => kind === 'Scavenge')),
      full: totalOf(pauses.filter(({ kind }) => kind === 'Mark-Compact')),
      long: totalOf(pauses.filter(({ ms }) => ms > 1)),
      p99: p99 / 1000,
    };
  } finally {
    await server.stop();
  }
}

/** From lines such as `[1:0x2] 99 ms: Scavenge 27.5 (60.6) -> 14.7 (59.9) MB, 1.48 / 0.00 ms ...`. */
function collectionsOf(text) {
  const lines = text.matchAll(/ms: (?:Incremental )?(Scavenge|Mark-Compact)[^\n]*? ([\d.]+) \/ [\d.]+ ms/g);
  return [...lines].map(([, kind, ms]) => ({ kind, ms: Number(ms) }));
}

function totalOf(pauses) {
  return { count: pauses.length, ms: pauses.reduce((sum, { ms }) => sum + ms, 0) };
}
