/**
 * Checks that one body of 1 GB passes a proxy byte for byte, up in chunks and then down with its length, without being held, after
 * `npm run build`: `node bench/proxy-streaming.mjs [--megabytes 1024]`. Exit 1 when other bytes arrive than were sent, or when the
 * proxy takes over 128 MiB more memory than before.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createServer, request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { startServer } from './processes/server-process.mjs';
import { main } from './servers/drydock.mjs';

const { values } = parseArgs({ options: { megabytes: { type: 'string', default: '1024' } } });
const count = Number(values.megabytes);
const mebibyte = 1024 * 1024;
const noise = randomBytes(mebibyte);

/** Bodies of which no two parts are the same, so that a lost or exchanged one shows. */
function* parts(hash) {
  for (let number = 0; number < count; number += 1) {
    const part = Buffer.from(noise);
    part.writeUInt32BE(number);
    hash.update(part);
    yield part;
  }
}
const digestOf = async (stream) => {
  const hash = createHash('sha256');
  await pipeline(stream, hash);
  return hash.digest('hex');
};

let sentDown;
const target = createServer(async (incoming, outgoing) => {
  if (incoming.method === 'POST') return void outgoing.end(await digestOf(incoming));
  if (incoming.url !== '/export') return void outgoing.end();
  sentDown = createHash('sha256');
  outgoing.writeHead(200, { 'Content-Length': count * mebibyte });
  await pipeline(Readable.from(parts(sentDown), { objectMode: false }), outgoing);
});
await new Promise((resolve) => target.listen(0, '127.0.0.1', resolve));
const proxy = await startServer({
  base: '',
  command: (port) => [
    process.execPath,
    ...[main, 'proxy', `http://127.0.0.1:${target.address().port}`, '--port', String(port)],
  ],
});

const begin = (method, path) => request({ host: '127.0.0.1', port: proxy.port, method, path, agent: false });
const responseTo = (sent) =>
  new Promise((resolve, reject) => sent.once('response', resolve).once('error', reject));

async function up() {
  const sent = begin('POST', '/import');
  const hash = createHash('sha256');
  const [response] = await Promise.all([
    responseTo(sent),
    pipeline(Readable.from(parts(hash), { objectMode: false }), sent),
  ]);
  return hash.digest('hex') === Buffer.concat(await response.toArray()).toString();
}

async function down() {
  const sent = begin('GET', '/export');
  sent.end();
  const came = await digestOf(await responseTo(sent));
  return came === sentDown.digest('hex');
}

for (const [name, run] of Object.entries({ up, down })) {
  const before = proxy.residentBytes();
  let most = before;
  const sampling = setInterval(() => (most = Math.max(most, proxy.residentBytes())), 20);
  const begun = performance.now();
  const isSame = await run();
  const seconds = (performance.now() - begun) / 1000;
  clearInterval(sampling);
  const [from, to] = [before, most].map((bytes) => Math.round(bytes / mebibyte));
  console.log(
    `${count} MiB ${name} in ${seconds.toFixed(1)} s: ${isSame ? 'the same bytes' : 'OTHER BYTES'}, memory from ${from} to at most ${to} MiB`,
  );
  if (!isSame || to - from > 128) process.exitCode = 1;
}
await proxy.stop();
target.close();
