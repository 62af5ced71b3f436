/**
 * What CI refuses to fall under. Judged by processor time for a request in the quickest round of each server, which a busy machine
 * disturbs far less than requests per second; floors are at about 0.6 of the usual figures.
 */
import { throughputOf } from './goals.mjs';

const floors = [
  { kind: 'GET', server: 'bare node:http', atLeast: 0.28 },
  { kind: 'POST', server: 'bare node:http', atLeast: 0.12 },
  { kind: 'GET', server: 'bare Express', atLeast: 2.5 },
  { kind: 'POST', server: 'bare Express', atLeast: 0.6 },
];
/** Usually 2; the first answer of so short a start is the noisiest figure of all. */
const coldStartOfExpress = 3.5;
/** Usually 0.9: rating has fixed costs. */
const rateExponent = 1.15;

/** @returns {string[]} one sentence for each floor that was broken */
export function brokenFloors(results) {
  const broken = [];
  for (const { kind, server, atLeast } of floors) {
    const [own, other] = ['Drydock', server].map((name) => throughputOf(results, name, kind).cpuMicros.low);
    const ratio = other / own;
    console.log(`${kind} against ${server}, by processor time: ${ratio.toFixed(2)} (at least ${atLeast})`);
    if (ratio < atLeast)
      broken.push(`${kind} has only ${ratio.toFixed(2)} of the speed of ${server}; the floor is ${atLeast}.`);
  }
  const ms = (name) => results['cold-start'].rows.find(({ server }) => server === name).ms.low;
  const start = ms('Drydock') / ms('bare Express');
  console.log(
    `cold start against bare Express, quickest of each: ${start.toFixed(2)} (at most ${coldStartOfExpress})`,
  );
  if (start > coldStartOfExpress)
    broken.push(
      `The cold start takes ${start.toFixed(2)} times that of bare Express; at most ${coldStartOfExpress}.`,
    );
  for (const { name, exponent } of results.rates.curves) {
    console.log(`rate engine, ${name}: exponent ${exponent} (at most ${rateExponent})`);
    if (exponent > rateExponent)
      broken.push(`The rate engine grows with ${name} by the exponent ${exponent}; at most ${rateExponent}.`);
  }
  return broken;
}
