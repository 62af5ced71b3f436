/**
 * The load that every benchmark here uses, over keep-alive connections to 127.0.0.1.
 *
 * Closed loop, without a rate: each connection sends its next request after the response to the last one. It shows how much a server
 * can do; its latencies are those of a server that is always busy.
 *
 * Open loop, with a rate: requests are due at equal intervals, whatever became of those before. One that finds every connection
 * taken waits for the first that gets free, and its latency counts from the moment it was due, so a server that stalls is not
 * spared the requests that came meanwhile (coordinated omission is corrected).
 */
import { Worker } from 'node:worker_threads';
import { clock } from './clock.mjs';
import { Connection } from './connection.mjs';

/**
 * @typedef {object} LoadResult
 * @property {number} requests that were answered
 * @property {number} failed how many of them not with 2xx
 * @property {number} perSecond answered requests
 * @property {number} p50 microseconds; p99, p99.9 and max too
 * @property {number} [onTime] in an open loop: the share of the requests that was answered before the time was over
 *
 * @param {number} port on 127.0.0.1
 * @param {string[]} requests as they stand on the wire; sent in turn
 * @param {{ connections?: number, seconds?: number, count?: number, rate?: number }} how a closed loop ends after `seconds` or
 *   `count` requests, whichever is first; `rate` in requests per second makes it an open loop of `seconds`
 * @returns {Promise<LoadResult>}
 * @throws {Error} when a connection breaks or a response does not come
 */
export async function sendLoad(port, requests, { connections = 1, seconds = 60, count = Infinity, rate }) {
  let broken;
  const failure = new Promise((_, reject) => (broken = reject));
  const pool = new Pool(port, requests, connections, broken);
  try {
    await Promise.race([pool.ready, failure]);
    const loop = rate ? openLoop(pool, rate, seconds) : closedLoop(pool, count, seconds);
    return { ...(await Promise.race([loop, failure])), failed: pool.failed, ...distribution(pool.latencies) };
  } finally {
    pool.close();
  }
}

/** Connections, the requests that they send in turn, and what came of them. */
class Pool {
  /** Milliseconds, of every response whose request was due at `countFrom` or later. */
  latencies = [];
  failed = 0;
  countFrom = 0;
  /** Called with each connection that has got its response. */
  onFree = () => undefined;
  #next = 0;
  #dueOf = new Map();
  #requests;

  constructor(port, requests, count, onFailure) {
    this.#requests = requests.map((text) => Buffer.from(text));
    const onResponse = (connection, status) => {
      const due = this.#dueOf.get(connection);
      if (due >= this.countFrom) this.latencies.push(clock() - due);
      if (status < 200 || status > 299) this.failed += 1;
      this.onFree(connection);
    };
    this.connections = Array.from({ length: count }, () => new Connection(port, onResponse, onFailure));
    this.ready = Promise.all(this.connections.map(({ ready }) => ready));
  }

  /** @param {number} due when its latency begins, by the clock */
  send(connection, due) {
    this.#dueOf.set(connection, due);
    connection.send(this.#requests[this.#next]);
    this.#next = (this.#next + 1) % this.#requests.length;
  }

  close() {
    for (const connection of this.connections) connection.close();
  }
}

function closedLoop(pool, count, seconds) {
  const start = clock();
  const end = start + seconds * 1000;
  let sent = 0;
  let busy = pool.connections.length;
  return new Promise((resolve) => {
    pool.onFree = (connection) => {
      const now = clock();
      if (sent < count && now < end) {
        sent += 1;
        pool.send(connection, now);
      } else if (--busy === 0) resolve({ perSecond: (pool.latencies.length / (now - start)) * 1000 });
    };
    for (const connection of pool.connections) pool.onFree(connection);
  });
}

/** The generator's own code is slow at first: so many seconds of requests do not count. */
const SETTLE = 0.5;
/** Milliseconds of waiting for the last responses. */
const GRACE = 1000;

function openLoop(pool, rate, seconds) {
  const intervalMs = 1000 / rate;
  const total = Math.round(rate * (SETTLE + seconds));
  // The metronome needs a moment to start.
  const start = clock() + 50;
  const end = start + total * intervalMs;
  const free = [...pool.connections];
  let sent = 0;
  let answered = 0;
  let onTime;
  pool.countFrom = start + SETTLE * 1000;
  const sendDue = (now) => {
    const due = Math.min(total, Math.floor((now - start) / intervalMs) + 1);
    // In turn: a connection that is never used would end as one that got no response.
    for (; sent < due && free.length > 0; sent += 1) pool.send(free.shift(), start + sent * intervalMs);
    if (now >= end) onTime ??= pool.latencies.length / (rate * seconds);
  };
  pool.onFree = (connection) => {
    const now = clock();
    if (now >= pool.countFrom && now < end) answered += 1;
    free.push(connection);
    sendDue(now);
  };
  const workerData = { start, intervalMs };
  const metronome = new Worker(new URL('metronome.mjs', import.meta.url), { workerData });
  return new Promise((resolve, reject) => {
    metronome.on('message', () => {
      const now = clock();
      sendDue(now);
      const isAnswered = sent === total && free.length === pool.connections.length;
      if (now >= end && (isAnswered || now >= end + GRACE))
        resolve({ perSecond: answered / seconds, onTime });
    });
    metronome.once('error', reject);
  }).finally(() => metronome.terminate());
}

function distribution(latencies) {
  const sorted = Float64Array.from(latencies).sort();
  const at = (share) => Math.round((sorted[Math.ceil(sorted.length * share) - 1] ?? 0) * 1000);
  return { requests: sorted.length, p50: at(0.5), p99: at(0.99), 'p99.9': at(0.999), max: at(1) };
}
