/**
 * A load generator in one file: keep-alive connections that each send the next request when the last one is answered. It reads
 * no more of an answer than its status and its end. As a process: `node sockets.mjs PORT FILE CONNECTIONS SECONDS`.
 */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';

/**
 * @param {number} port on 127.0.0.1
 * @param {string[]} requests as they stand on the wire; sent in turn
 * @param {{ connections?: number, seconds?: number, count?: number }} until whichever comes first
 * @returns {Promise<{ requests: number, micros: number, failed: number, latencies: Float64Array }>} `latencies` in
 *   microseconds, ascending; `failed` counts answers that are not 2xx
 */
export async function send(port, requests, { connections = 1, seconds = 60, count = Infinity }) {
  const bytes = requests.map((text) => Buffer.from(text));
  const latencies = [];
  const started = performance.now();
  const end = started + seconds * 1000;
  let sent = 0;
  let failed = 0;
  const next = () => (sent < count && performance.now() < end ? bytes[sent++ % bytes.length] : undefined);
  const took = (micros, status) => {
    latencies.push(micros);
    if (status < 200 || status > 299) failed += 1;
  };
  await Promise.all(Array.from({ length: connections }, () => converse(port, next, took)));
  const micros = (performance.now() - started) * 1000;
  return { requests: latencies.length, micros, failed, latencies: Float64Array.from(latencies).sort() };
}

/** One connection: sends what `next` gives until it gives nothing. */
function converse(port, next, took) {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let sentAt = 0;
    let answer = newAnswer();
    const go = () => {
      const request = next();
      if (request === undefined) return socket.end(resolve);
      sentAt = performance.now();
      socket.write(request);
    };
    socket.once('connect', go);
    socket.setTimeout(30_000, () =>
      socket.destroy(new Error(`The server on port ${port} gave no answer for 30 seconds.`)),
    );
    socket.once('error', reject);
    socket.once('close', () => reject(new Error(`The server on port ${port} closed a connection early.`)));
    socket.on('data', (chunk) => {
      if (!answer.read(chunk)) return;
      took((performance.now() - sentAt) * 1000, answer.status());
      answer = newAnswer();
      go();
    });
  });
}

/** Reads chunks until the answer is whole: by its Content-Length, or by the last chunk of a chunked one. */
function newAnswer() {
  let head = Buffer.alloc(0);
  let missing;
  let tail = '';
  const readHead = (chunk) => {
    head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return false;
    const text = head.latin1Slice(0, end);
    const length = /\r\ncontent-length: *(\d+)/i.exec(text);
    if (length) missing = end + 4 + Number(length[1]) - head.length;
    else tail = head.latin1Slice(end);
    return missing === undefined ? tail.endsWith('\r\n0\r\n\r\n') : missing <= 0;
  };
  return {
    status: () => Number(head.latin1Slice(9, 12)),
    read(chunk) {
      if (missing === undefined && tail === '') return readHead(chunk);
      if (missing !== undefined) return (missing -= chunk.length) <= 0;
      tail = (tail + chunk.latin1Slice()).slice(-7);
      return tail.endsWith('\r\n0\r\n\r\n');
    },
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [port, file, connections, seconds] = process.argv.slice(2);
  const requests = readFileSync(file, 'utf8').split('\0');
  const { latencies, ...sum } = await send(Number(port), requests, {
    connections: Number(connections),
    seconds: Number(seconds),
  });
  const at = (share) => Math.round(latencies[Math.ceil(latencies.length * share) - 1] ?? 0);
  console.log(JSON.stringify({ ...sum, p50: at(0.5), p99: at(0.99), 'p99.9': at(0.999) }));
}
