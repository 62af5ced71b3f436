import type { Delay } from './scenario.js';

/**
 * The wait of one call, in whole milliseconds.
 *
 * @param random a source of numbers from 0 up to but not 1; a fixed delay does not ask it
 */
export function sampleDelay(delay: Delay, random: () => number): number {
  if (delay.kind === 'fixed') return delay.ms;
  if (delay.kind === 'range') return Math.round(delay.fromMs + random() * (delay.toMs - delay.fromMs));
  return Math.round(Math.min(delay.maxMs, delay.medianMs * Math.exp(delay.sigma * standardNormal(random))));
}

/** Box and Muller's transform; 1 - u keeps the logarithm's argument above 0. */
function standardNormal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
