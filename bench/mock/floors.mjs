/**
 * The floors that CI enforces. It compares processor time for a request in the quickest round of each server, which a busy
 * machine disturbs far less than requests per second; floors are at about half of the usual figures, since other machines share
 * their caches with strangers and shift the ratio of a POST by a third.
 */
import { throughputOf } from '../figures/goals.mjs';

const floors = [
  { kind: 'GET', server: 'bare node:http', atLeast: 0.45 },
  { kind: 'POST', server: 'bare node:http', atLeast: 0.28 },
];
/** Usually 1.5; the first response of so short a start is the noisiest figure of all. */
const coldStartOfExpress = 2.6;
/** Usually 0.9: rating has fixed costs. */
const rateExponent = 1.15;

/**
 * @param {Record<string, any>} results parts by name; those that were not measured are left out
 * @returns {string[]} one sentence for each bound that was broken
 */
export function brokenFloors(results) {
  return [...speed(results), ...coldStart(results), ...rates(results)]
    .map(({ what, value, bound, holds }) => {
      const sentence = `${what}: ${value.toFixed(2)}, ${bound}`;
      console.log(sentence);
      return holds ? '' : `Too slow: ${sentence}.`;
    })
    .filter(Boolean);
}

function speed(results) {
  if (!results.throughput) return [];
  return floors.map(({ kind, server, atLeast }) => {
    const [own, other] = ['Drydock', server].map((name) => cost(throughputOf(results, name, kind)));
    const what = `${kind}, share of the speed of ${server} by processor time`;
    return { what, value: other / own, bound: `at least ${atLeast}`, holds: other / own >= atLeast };
  });
}

/** Microseconds; where the system has no /proc, those between two responses. */
const cost = ({ cpuMicros, perSecond }) => cpuMicros.low || 1e6 / perSecond.high;

function coldStart({ 'cold-start': part }) {
  if (!part) return [];
  const ms = (name) => part.rows.find(({ server }) => server === name).ms.low;
  const value = ms('Drydock') / ms('bare Express');
  const what = 'cold start, times that of bare Express, the quickest of each';
  return [{ what, value, bound: `at most ${coldStartOfExpress}`, holds: value <= coldStartOfExpress }];
}

function rates({ rates: part }) {
  return (part?.curves ?? []).map(({ name, exponent }) => ({
    what: `rate engine, exponent of its growth with ${name}`,
    value: exponent,
    bound: `at most ${rateExponent}`,
    holds: exponent <= rateExponent,
  }));
}
