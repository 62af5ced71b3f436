/**
 * What a shared store costs: requests a second with the state in memory, in Redis, and in Redis with two workers, in turn
 * on one machine. Needs the built command, redis-server and wrk: npm run build && node bench/redis.mjs [seconds] [rounds]
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const [seconds = '4', rounds = '3'] = process.argv.slice(2);
const command = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url));
const redisPort = '7391';
const mocks = {
  memory: [],
  Redis: ['--redis', `redis://127.0.0.1:${redisPort}?prefix=bench`],
  'Redis, 2 workers': ['--redis', `redis://127.0.0.1:${redisPort}?prefix=bench`, '--workers', '2'],
};
const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

/** Starts a process and waits until its output matches. */
async function start(program, args, pattern) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(child);
  let said = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    said += chunk;
    if (pattern.test(said)) return { child, said };
  }
  throw new Error(`${program} ended: ${said}`);
}

/** Requests a second that one mock answers. */
async function measure(flags) {
  const args = [command, 'mock', '--port', '0', '--quota', 'off', ...flags];
  const { child, said } = await start(
    process.execPath,
    args,
    flags.includes('--workers') ? /workers / : /try /,
  );
  const [, url] = /ready at (\S+)/.exec(said);
  const load = (time) =>
    spawnSync(
      'wrk',
      [
        '-t',
        '1',
        '-c',
        '32',
        '-d',
        `${time}s`,
        '-H',
        'Authorization: Bearer dk_test_bench',
        `${url}/categories`,
      ],
      { encoding: 'utf8' },
    ).stdout;
  load(1);
  const told = load(seconds);
  if (/Non-2xx/.test(told)) throw new Error(`Some answers were no success:\n${told}`);
  child.kill('SIGTERM');
  await once(child, 'exit');
  running.delete(child);
  return Number(/Requests\/sec: +([\d.]+)/.exec(told)[1]);
}

for (const program of ['redis-server', 'wrk']) {
  if (spawnSync('which', [program]).status !== 0) {
    console.error(`There is no ${program} on this machine.`);
    process.exit(1);
  }
}
await start('redis-server', ['--port', redisPort, '--bind', '127.0.0.1', '--save', ''], /Ready to accept/);
const figures = Object.fromEntries(Object.keys(mocks).map((name) => [name, []]));
for (let round = 0; round < Number(rounds); round += 1)
  for (const [name, flags] of Object.entries(mocks)) figures[name].push(await measure(flags));
const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const base = median(figures.memory);
for (const [name, numbers] of Object.entries(figures)) {
  const middle = median(numbers);
  console.log(
    `${name.padEnd(18)} ${middle.toFixed(0).padStart(7)} requests/s  ${(middle / base).toFixed(2)} of memory`,
  );
}
process.exit(0);
