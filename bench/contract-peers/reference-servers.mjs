/** The servers that all tools are measured on: the project's reference server, correct, with a fault, or as a variant. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '../load/seeded-random.mjs';
import { start } from '../processes/processes.mjs';

const SERVE = fileURLToPath(new URL('../../dist/kill-matrix/serve.js', import.meta.url));

/**
 * @typedef {{ kind: 'correct' | 'fault' | 'variant', topic: string, id: string, title: string }} Variation
 * @typedef {{ url: string, valid: string, expired: string, limited: string, stop: () => Promise<void> }} Server
 */

/** @type {Variation} */
export const CORRECT = { kind: 'correct', topic: 'correct', id: 'correct', title: 'the correct server' };

/** @returns {Variation[]} every fault and variant, without those of orders, which no peer is tested with */
export function listVariations() {
  const lines = execFileSync(process.execPath, [SERVE, '--list'], { encoding: 'utf8' }).trim().split('\n');
  return lines
    .map((line) => line.split('\t'))
    .map(([kind, topic, id, title]) => ({ kind, topic, id, title }))
    .filter(({ topic }) => topic !== 'orders');
}

/**
 * Draws from every topic in turn, so that none is left out; the same seed draws the same.
 *
 * @param {Variation[]} variations
 * @param {number} count
 * @param {number} seed
 */
export function sample(variations, count, seed) {
  const random = seededRandom(seed);
  const placed = variations.map((each) => ({ each, at: random() }));
  const names = new Set(variations.map(({ topic }) => topic));
  const topics = [...names].map((name) => placed.filter(({ each }) => each.topic === name));
  for (const topic of topics) topic.sort((a, b) => a.at - b.at);
  const drawn = [];
  for (let round = 0; drawn.length < Math.min(count, variations.length); round++) {
    for (const topic of topics) if (topic[round] && drawn.length < count) drawn.push(topic[round].each);
  }
  return drawn;
}

/**
 * @param {Variation} variation
 * @returns {Promise<Server>}
 */
export async function startServer({ kind, id }) {
  const which = kind === 'correct' ? [] : [`--${kind}`, id];
  const { output, stop } = await start(
    process.execPath,
    [SERVE, ...which, '--port', '0'],
    /limited key .*\n/,
  );
  const [url] = output.split('\n');
  const key = (name) => new RegExp(`^${name} key (.*)$`, 'm').exec(output)[1];
  return { url, valid: key('valid'), expired: key('expired'), limited: key('limited'), stop };
}
