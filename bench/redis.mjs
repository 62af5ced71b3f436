/**
 * Measures the cost of a shared store: requests per second with the state in memory, in Redis, and in Redis with two workers,
 * in turn on one machine. Needs redis-server. After `npm run build`: `node bench/redis.mjs [--seconds 4] [--rounds 3]`, a
 * minute.
 */
import { parseArgs } from 'node:util';
import { spread } from './figures/spread.mjs';
import { runLoad } from './load/run-load.mjs';
import { freePort, start } from './processes/processes.mjs';
import { main } from './servers/drydock.mjs';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '4' }, rounds: { type: 'string', default: '3' } },
});
const redisPort = String(await freePort());
const redis = ['--redis', `redis://127.0.0.1:${redisPort}?prefix=bench`];
const mocks = { memory: [], Redis: redis, 'Redis, 2 workers': [...redis, '--workers', '2'] };

const redisFlags = ['--port', redisPort, '--bind', '127.0.0.1', '--save', ''];
const store = await start('redis-server', redisFlags, /Ready to accept/);
const figures = new Map(Object.keys(mocks).map((name) => [name, []]));
for (let round = 0; round < Number(values.rounds); round += 1)
  for (const [name, flags] of Object.entries(mocks)) figures.get(name).push(await measure(flags));
await store.stop();

const inMemory = spread(figures.get('memory')).median;
for (const [name, numbers] of figures) {
  const { median } = spread(numbers);
  const figure = median.toFixed(0).padStart(7);
  console.log(
    `${name.padEnd(18)} ${figure} requests per second  ${(median / inMemory).toFixed(2)} of memory`,
  );
}

/** Requests per second that one mock answers. */
async function measure(flags) {
  const ready = flags.includes('--workers') ? /workers / : /token /;
  const args = [main, 'mock', '--port', '0', '--quota', 'off', ...flags];
  const { output, stop } = await start(process.execPath, args, ready);
  const { port, pathname } = new URL(/ready at (\S+)/.exec(output)[1]);
  const server = { port, base: pathname };
  await runLoad(server, 'GET', { connections: 32, seconds: 1 });
  const { perSecond } = await runLoad(server, 'GET', { connections: 32, seconds: Number(values.seconds) });
  await stop();
  return perSecond;
}
