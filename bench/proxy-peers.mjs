/**
 * Measures `drydock proxy` beside other proxies in front of the same target: npm's http-proxy, which only passes bytes, Prism's, which
 * validates, and mitmproxy, which records. `npm run build && npm ci --prefix bench && node bench/proxy-peers.mjs`, 3 minutes; mitmproxy
 * takes part where bench/.venv has it (`python3 -m venv bench/.venv && bench/.venv/bin/pip install -r bench/requirements.txt`).
 *
 * All of them take turns in each round, and each figure is the median of a ratio to http-proxy in the same round. http-proxy has an agent
 * that keeps connections, as Drydock does. Exit 1 when Drydock has less than 0.65 of http-proxy's throughput for GET, or 0.7 for POST.
 *
 *   --rounds N    default 6
 *   --seconds N   of each measurement, default 2
 */
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { spread } from './figures/spread.mjs';
import { runLoad } from './load/run-load.mjs';
import { startServer } from './processes/server-process.mjs';
import { main, sampleAnswers } from './servers/drydock.mjs';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '6' }, seconds: { type: 'string', default: '2' } },
});
const [rounds, seconds] = [values.rounds, values.seconds].map(Number);
const goals = { GET: 0.65, POST: 0.7 };
const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const versionOf = (name) => JSON.parse(readFileSync(at(`node_modules/${name}/package.json`), 'utf8')).version;

const { getFile, postFile } = await sampleAnswers();
const target = await startServer({
  base: '',
  command: (port) => [process.execPath, at('servers/bare-http.mjs'), String(port), getFile, postFile],
});

/** The first is the yardstick. What needs a package that may be missing is left out, and said to be. */
const peers = [
  {
    name: `http-proxy ${versionOf('http-proxy')}`,
    command: (port) => [process.execPath, at('servers/http-proxy.mjs'), String(port), String(target.port)],
  },
  {
    name: 'Drydock',
    command: (port) => [
      ...[process.execPath, main, 'proxy', `http://127.0.0.1:${target.port}`, '--port', String(port)],
    ],
  },
  {
    name: `Prism ${versionOf('@stoplight/prism-cli')}`,
    command: (port) => [
      ...[process.execPath, at('node_modules/@stoplight/prism-cli/dist/index.js'), 'proxy'],
      ...[at('../openapi.yaml'), `http://127.0.0.1:${target.port}`, '-h', '127.0.0.1'],
      ...['-p', String(port), '-v', 'silent'],
    ],
  },
  {
    name: `mitmproxy ${/mitmproxy==(\S+)/.exec(readFileSync(at('requirements.txt'), 'utf8'))?.[1]}`,
    needs: at('.venv/bin/mitmdump'),
    command: (port) => [
      ...[at('.venv/bin/mitmdump'), '--quiet', '--mode', `reverse:http://127.0.0.1:${target.port}`],
      ...['--listen-host', '127.0.0.1', '--listen-port', String(port)],
    ],
  },
];
const servers = [];
for (const { name, needs, command } of peers) {
  if (needs !== undefined && !existsSync(needs)) console.log(`${name} is left out: there is no ${needs}`);
  else servers.push({ name, server: await startServer({ base: '', command }) });
}

/** Requests per second, and microseconds of processor time for each. */
async function measured(server, kind) {
  const before = server.cpuMicros();
  const { perSecond, requests } = await runLoad(server, kind, {
    ...{ connections: 32, seconds, key: 'sk_staging_4f7b2c9d81e6a305' },
  });
  return { perSecond, cpu: (server.cpuMicros() - before) / requests };
}

for (const kind of Object.keys(goals)) {
  const samples = new Map(servers.map(({ name }) => [name, { perSecond: [], share: [], cpu: [] }]));
  for (let round = -1; round < rounds; round += 1) {
    const order = round % 2 === 0 ? servers : [...servers].reverse();
    const results = new Map();
    for (const { name, server } of order) results.set(name, await measured(server, kind));
    // The first round warms up.
    if (round === -1) continue;
    const [first] = servers;
    const yardstick = results.get(first.name);
    for (const [name, { perSecond, cpu }] of results) {
      const of = samples.get(name);
      of.perSecond.push(perSecond);
      of.share.push(perSecond / yardstick.perSecond);
      of.cpu.push(cpu / yardstick.cpu);
    }
  }
  for (const [name, { perSecond, share, cpu }] of samples) {
    const [rate, part, time] = [perSecond, share, cpu].map(spread);
    const range = `${part.low.toFixed(2)} to ${part.high.toFixed(2)}`;
    console.log(
      `${kind} ${name}: ${rate.median.toFixed(0)} per second, ${part.median.toFixed(2)} of http-proxy (${range}), ` +
        `${time.median.toFixed(2)} times its processor time`,
    );
    if (name === 'Drydock' && part.median < goals[kind]) process.exitCode = 1;
  }
}
for (const { server } of servers) await server.stop();
await target.stop();
