/**
 * Checks that a proxy holds its memory while bodies of 1 MiB pass it in both directions, after `npm run build`: `node
 * bench/proxy-memory.mjs [--count 100000] [--connections 8]`. Prints its memory ten times; exit 1 when the second half of the
 * run takes over 64 MiB more than the first, or a request failed.
 */
import { createServer, request, Agent } from 'node:http';
import { parseArgs } from 'node:util';
import { main } from './servers/drydock.mjs';
import { spawn } from 'node:child_process';
import { residentBytesOfGroup } from './processes/usage.mjs';
import { endsWithUs, freePort } from './processes/processes.mjs';

const { values } = parseArgs({
  options: { count: { type: 'string', default: '100000' }, connections: { type: 'string', default: '8' } },
});
const [count, connections] = [Number(values.count), Number(values.connections)];
const body = Buffer.alloc(1024 * 1024, 'x');

const target = createServer((incoming, outgoing) => {
  incoming.resume();
  incoming.on('end', () => outgoing.writeHead(200, { 'Content-Length': body.length }).end(body));
});
await new Promise((resolve) => target.listen(0, '127.0.0.1', resolve));
const port = await freePort();
const args = [main, 'proxy', `http://127.0.0.1:${target.address().port}`, '--port', String(port)];
const proxy = spawn(process.execPath, args, { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
endsWithUs(proxy, () => process.kill(-proxy.pid, 'SIGKILL'));
await new Promise((resolve) => proxy.stdout.once('data', resolve));
proxy.stdout.resume();

const agent = new Agent({ keepAlive: true, maxSockets: connections });
const send = () =>
  new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, agent, method: 'POST', path: '/upload' };
    const sent = request({ ...options, headers: { 'Content-Length': body.length } }, (response) => {
      let size = 0;
      response.on('data', (chunk) => (size += chunk.length));
      response.on('end', () => (size === body.length ? resolve() : reject(new Error(`${size} bytes came`))));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });

const samples = [];
let begun = 0;
const work = async () => {
  while (begun < count) {
    begun += 1;
    const number = begun;
    await send();
    if (number % Math.ceil(count / 10) === 0) {
      samples.push(residentBytesOfGroup(proxy.pid) / 1024 / 1024);
      console.log(`${number} requests: ${samples.at(-1).toFixed(0)} MiB`);
    }
  }
};
await Promise.all(Array.from({ length: connections }, work));
process.kill(-proxy.pid, 'SIGKILL');
target.close();
agent.destroy();
const half = Math.floor(samples.length / 2);
const grown = Math.max(...samples.slice(half)) - Math.max(...samples.slice(0, half));
console.log(`the second half took ${grown.toFixed(0)} MiB more than the first`);
process.exitCode = grown > 64 ? 1 : 0;
