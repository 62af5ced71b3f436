/**
 * A worker that posts a message whenever requests are due. Timers of Node's event loop are a millisecond apart, too coarse for
 * thousands of requests a second; a thread that sleeps on a lock wakes within a tenth of that.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { clock } from './clock.mjs';

const { start, intervalMs } = workerData;
const lock = new Int32Array(new SharedArrayBuffer(4));
const step = Math.max(intervalMs, 0.2);

for (let next = start; ; next += step * Math.max(1, Math.ceil((clock() - next) / step))) {
  const rest = next - clock();
  if (rest > 0) Atomics.wait(lock, 0, 0, rest);
  parentPort.postMessage(0);
}
