/**
 * Measures what ten thousand silent clients cost the others:
 * `npm run build && node bench/idle.mjs [--connections 10000] [--seconds 5]`. It prints how long ordinary requests take before and
 * with them, and the memory of each; exit 1 when a connection or a request was failed. Everything stays on 127.0.0.0/8.
 */
import { spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';

const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '5' },
    limited: { type: 'boolean', default: false },
  },
});
const connections = Number(values.connections);
/** Source addresses, each of which has ports of its own. */
const addresses = 5;
const atOnce = 100;

const held = async (mock) => ({ heap: await mock.heap(), resident: mock.memory('VmRSS') });
const latencies = ({ requests, p50, p99 }) =>
  `${requests} requests, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;

if (values.limited) await measure();
else process.exitCode = withDescriptors();

/** Runs this file again where so many descriptors may be open. */
function withDescriptors() {
  const again = `ulimit -n ${connections + 1000} && exec "$0" "$@"`;
  const file = fileURLToPath(import.meta.url);
  const options = ['--connections', values.connections, '--seconds', values.seconds, '--limited'];
  return (
    spawnSync('bash', ['-c', again, process.execPath, file, ...options], { stdio: 'inherit' }).status ?? 1
  );
}

async function measure() {
  const { program, testingModule } = await import('./processes/built-tests.mjs');
  const { Canary } = await testingModule('hostile/canary.js');
  const { MockProcess } = await testingModule('hostile/mock-process.js');
  const limits = [
    '--max-connections',
    String(connections + 100),
    '--headers-timeout',
    '600000',
    '--request-timeout',
    '600000',
  ];
  const mock = await MockProcess.start(program, ['--quota', 'off', ...limits]);
  const origin = `${mock.origin}/api/v1/developer`;
  await listen(new Canary(origin, 5));
  const before = { canary: await listen(new Canary(origin, 5)), ...(await held(mock)) };
  const idle = await connectAll(mock.port);
  const after = { canary: await listen(new Canary(origin, 5)), ...(await held(mock)) };
  const open = idle.filter((socket) => socket.readyState === 'open').length;
  for (const socket of idle) socket.destroy();
  const exitCode = await mock.stop();

  console.log(`${open} of ${connections} idle connections open at the end`);
  console.log(`an ordinary client before: ${latencies(before.canary)}`);
  console.log(`an ordinary client with them: ${latencies(after.canary)}`);
  const each = (bytes) => `${(bytes / connections / 1024).toFixed(1)} KiB`;
  console.log(
    `for each: heap ${each(after.heap - before.heap)}, resident ${each(after.resident - before.resident)}`,
  );
  const failures = [...before.canary.failures, ...after.canary.failures];
  for (const failure of failures) console.error(failure);
  process.exitCode = open === connections && failures.length === 0 && exitCode === 0 ? 0 : 1;
}

async function listen(canary) {
  await new Promise((resolve) => setTimeout(resolve, Number(values.seconds) * 1000));
  return canary.stop();
}

/** A few at a time, so that no queue of connections overflows. */
async function connectAll(port) {
  const sockets = [];
  while (sockets.length < connections) {
    const count = Math.min(atOnce, connections - sockets.length);
    sockets.push(...(await Promise.all(Array.from({ length: count }, (_, at) => open(port, at)))));
  }
  return sockets;
}

function open(port, at) {
  return new Promise((resolve, reject) => {
    const localAddress = `127.0.0.${(at % addresses) + 2}`;
    const socket = connect({ port, host: '127.0.0.1', localAddress }, () => resolve(socket));
    socket.once('error', reject);
  });
}
