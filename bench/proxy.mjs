/**
 * Measures the cost of `drydock proxy` beside a bare node:http proxy in front of the same target, after `npm run build`: `node
 * bench/proxy.mjs`, 1 minute. The two take turns. Exit 1 when it adds 1 ms or more at p50, or takes more than 40 % of the
 * throughput.
 *
 *   --rounds N    default 8
 *   --count N     requests in a round of throughput, default 4000
 *   --rate N      requests per second of the rounds of latency, default 300
 *   --key K       default a key that is a secret, so that it must be taken out of each journal entry
 */
import { parseArgs } from 'node:util';
import { spread } from './figures/spread.mjs';
import { runLoad } from './load/run-load.mjs';
import { startServer } from './processes/server-process.mjs';
import { main, sampleAnswers } from './servers/drydock.mjs';
import { fileURLToPath } from 'node:url';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '8' },
    count: { type: 'string', default: '4000' },
    rate: { type: 'string', default: '300' },
    key: { type: 'string', default: 'sk_staging_4f7b2c9d81e6a305' },
  },
});
const [rounds, count, rate] = [values.rounds, values.count, values.rate].map(Number);
const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const node = (...args) => [process.execPath, ...args.map(String)];

const { getFile, postFile } = await sampleAnswers();
const target = await startServer({
  base: '',
  command: (port) => node(at('servers/bare-http.mjs'), port, getFile, postFile),
});
const bare = await startServer({
  base: '',
  command: (port) => node(at('servers/bare-proxy.mjs'), port, target.port),
});
const drydock = await startServer({
  base: '',
  command: (port) => node(main, 'proxy', `http://127.0.0.1:${target.port}`, '--port', port),
});

let worst = 0;
for (const kind of ['GET', 'POST']) {
  const measure = (server, how) => runLoad(server, kind, { key: values.key, ...how });
  for (const server of [bare, drydock]) await measure(server, { connections: 32, seconds: 20, count });
  const samples = { share: [], cpu: [], added: [], direct: [] };
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? [bare, drydock] : [drydock, bare];
    const [results, latencies] = [new Map(), new Map()];
    for (const server of order) {
      const before = server.cpuMicros();
      const { perSecond, requests } = await measure(server, { connections: 32, seconds: 20, count });
      results.set(server, { perSecond, cpu: (server.cpuMicros() - before) / requests });
    }
    for (const server of [target, ...order])
      latencies.set(server, (await measure(server, { connections: 8, seconds: 2, rate })).p50);
    samples.share.push(results.get(drydock).perSecond / results.get(bare).perSecond);
    samples.cpu.push(results.get(drydock).cpu - results.get(bare).cpu);
    samples.added.push((latencies.get(drydock) - latencies.get(bare)) / 1000);
    samples.direct.push((latencies.get(drydock) - latencies.get(target)) / 1000);
  }
  const [share, cpu, added, direct] = Object.values(samples).map((all) => spread(all).median);
  console.log(
    `${kind}: ${share.toFixed(2)} of the throughput of a bare proxy (${cpu.toFixed(0)} µs of processor more for each), ` +
      `p50 at ${rate} per second ${added.toFixed(2)} ms above it, ${direct.toFixed(2)} ms above no proxy`,
  );
  if (share < 0.6 || direct >= 1) worst = 1;
}
for (const server of [drydock, bare, target]) await server.stop();
process.exitCode = worst;
