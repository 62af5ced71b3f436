/** Load from a process of its own, so that what sends it does not slow down what measures it. */
import { fileURLToPath } from 'node:url';
import { run } from '../processes/processes.mjs';

const program = fileURLToPath(new URL('../load.mjs', import.meta.url));

/**
 * @param {{ port: number, base: string }} server
 * @param {'GET' | 'POST'} kind
 * @param {{ connections?: number, seconds?: number, count?: number, rate?: number }} how as `sendLoad`
 * @returns {Promise<import('./send-load.mjs').LoadResult & { generatorShare: number }>}
 *   `generatorShare` is the processor time of the load's own process as a share of one core
 * @throws {Error} when a response was missing or not 2xx: such a run measures something else
 */
export async function runLoad({ port, base }, kind, { seconds = 60, ...how }) {
  const options = { send: kind, seconds, ...how };
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const args = [program, `http://127.0.0.1:${port}${base}`, '--json', ...flags];
  const { output } = await run(process.execPath, args, { seconds: seconds + 60 });
  const line = output.split('\n').find((each) => each.startsWith('{'));
  if (line === undefined) throw new Error(`The load ended without a result: ${output.slice(-300)}`);
  const result = JSON.parse(line);
  if (result.failed > 0) throw new Error(`${result.failed} of ${result.requests} requests failed`);
  if (result.perSecond === 0) throw new Error('no request got a response');
  return result;
}
