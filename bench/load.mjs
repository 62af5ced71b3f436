/**
 * Sends load to a mock and prints what came of it:
 * `node bench/load.mjs http://127.0.0.1:4010/api/v1/developer --send POST --rate 5000 --seconds 10`
 *
 *   --send KIND         GET (categories, the default) or POST (4,000 different shipments to be rated)
 *   --rate N            requests per second, due by the clock (open loop); without it as many as the server answers (closed loop)
 *   --connections N     default 32
 *   --seconds N         default 5
 *   --count N           stops after so many requests
 *   --key KEY           default dk_test_bench
 *   --json              prints one line of JSON, latencies in microseconds
 */
import { parseArgs } from 'node:util';
import { kinds } from './load/requests.mjs';
import { sendLoad } from './load/send-load.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    send: { type: 'string', default: 'GET' },
    rate: { type: 'string' },
    connections: { type: 'string', default: '32' },
    seconds: { type: 'string', default: '5' },
    count: { type: 'string' },
    key: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const { hostname, port, pathname } = new URL(positionals[0] ?? 'http://127.0.0.1:4010/api/v1/developer');
if (hostname !== '127.0.0.1') {
  console.error(`Load goes to 127.0.0.1 alone, not to ${hostname}.`);
  process.exit(2);
}
const requestsOf = kinds[values.send];
if (!requestsOf) {
  console.error(`--send must be ${Object.keys(kinds).join(' or ')}, got ${values.send}.`);
  process.exit(2);
}

const started = { cpu: process.cpuUsage(), time: performance.now() };
const number = (text) => (text === undefined ? undefined : Number(text));
const result = await sendLoad(
  Number(port),
  requestsOf({ port, base: pathname.replace(/\/$/, ''), key: values.key }),
  {
    connections: number(values.connections),
    seconds: number(values.seconds),
    rate: number(values.rate),
    count: number(values.count),
  },
);
if (values.json) console.log(JSON.stringify({ ...result, generatorShare: shareOfCore() }));
else {
  const ms = (name) => `${name} ${(result[name] / 1000).toFixed(2)} ms`;
  console.log(
    `${result.requests} requests, ${result.failed} failed, ${result.perSecond.toFixed(0)} per second; ${['p50', 'p99', 'p99.9', 'max'].map(ms).join(', ')}`,
  );
}

/** Processor time of this process while it sent, as a share of one core. */
function shareOfCore() {
  const { user, system } = process.cpuUsage(started.cpu);
  return (user + system) / 1000 / (performance.now() - started.time);
}
