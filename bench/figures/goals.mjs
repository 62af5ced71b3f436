/** The goals of the mock, compared with the results; a goal whose parts were not measured is left out. */

/**
 * @typedef {{ goal: string, reached: string, holds: boolean }} Goal
 *
 * @param {Record<string, any>} results parts by name
 * @returns {Goal[]}
 */
export function compareWithGoals(results) {
  return [speed, latency, start, memory, rates, growth, suite].flatMap((goalsOf) => goalsOf(results));
}

export function throughputOf({ throughput }, server, kind) {
  return throughput?.rows.find((row) => row.server === server && row.kind === kind);
}

export function latencyOf({ latency: part }, server, kind, rate) {
  return part?.rows.find((row) => row.server === server && row.kind === kind && row.rate === rate);
}

const times = (ratio) => `${ratio >= 10 ? ratio.toFixed(0) : ratio.toFixed(2)} times`;
const over = (goal, ratio, bound) => ({ goal, reached: times(ratio), holds: ratio > bound });
const under = (goal, ratio, bound) => ({ goal, reached: times(ratio), holds: ratio < bound });

function speed(results) {
  const goals = [
    ['GET', 'bare node:http', 0.8],
    ['POST', 'bare node:http', 0.55],
    ['GET', 'Prism', 6],
    ['POST', 'Prism', 4],
    ['GET', 'WireMock', 1],
    ['GET', 'MockServer', 1],
  ];
  return goals.flatMap(([kind, peer, bound]) => {
    const [own, other] = ['Drydock', peer].map((server) => throughputOf(results, server, kind));
    if (!own || !other) return [];
    const goal =
      bound === 1 ? `more requests per second than` : `over ${bound} times the requests per second of`;
    return [over(`${kind}: ${goal} ${peer}`, own.ofBare.median / other.ofBare.median, bound)];
  });
}

/** Those that are compared with, though a bare server, and one that sends static bytes for a rated shipment, do less. */
const mocks = ['WireMock', 'MockServer', 'Prism'];

function latency(results) {
  return (results.latency?.rows ?? [])
    .filter(({ server }) => server === 'Drydock')
    .map(({ kind, rate, ms }) => {
      const others = mocks.flatMap((server) => latencyOf(results, server, kind, rate)?.ms?.p99 ?? []);
      const reached = ms ? `${ms.p99.toFixed(2)} ms` : 'does not keep up';
      const best =
        others.length === 0
          ? 'no other keeps up'
          : `the best of the others ${Math.min(...others).toFixed(2)} ms`;
      return {
        goal: `${kind} at ${rate.toLocaleString('en-US')} per second: the lowest p99 of the mocks`,
        reached: `${reached}, ${best}`,
        holds: ms !== undefined && others.every((other) => ms.p99 < other),
      };
    });
}

function start({ 'cold-start': part }) {
  const of = (name, figure) => part?.rows.find(({ server }) => server === name)?.[figure];
  const goals = [
    ['bare Express', 1.6, 'under 1.6 times'],
    ['Prism', 1 / 3, 'under a third of'],
    ['WireMock', 1 / 3, 'under a third of'],
  ];
  const own = of('Drydock', 'ms');
  const starts = goals.flatMap(([peer, bound, words]) => {
    const other = of(peer, 'ms');
    return own && other
      ? [under(`cold start: ${words} that of ${peer}`, own.median / other.median, bound)]
      : [];
  });
  const [ownMb, prismMb] = ['Drydock', 'Prism'].map((name) => of(name, 'mb'));
  if (ownMb && prismMb) starts.push(under('memory at the start: under that of Prism', ownMb / prismMb, 1));
  return starts;
}

function memory({ memory: part }) {
  if (!part) return [];
  const requests = part.requests.toLocaleString('en-US');
  const goal = `memory: in the second half of ${requests} requests under 1.15 times that in the first`;
  return [under(goal, part.secondHalf / part.firstHalf, 1.15)];
}

function rates({ rates: part }) {
  return (part?.curves ?? []).map(({ name, exponent }) => ({
    goal: `rate engine alone: at most linear in ${name} (exponent up to 1.1)`,
    reached: exponent.toFixed(2),
    holds: exponent <= 1.1,
  }));
}

function growth({ growth: part }) {
  if (!part) return [];
  const broken = part.curves.filter(({ holds }) => !holds);
  const reached = broken.length === 0 ? 'all' : `not ${broken.map(({ name }) => name).join('; ')}`;
  return [{ goal: 'every growth curve keeps its bound', reached, holds: broken.length === 0 }];
}

function suite({ suite: part }) {
  if (!part) return [];
  const { median } = part.seconds;
  return [
    { goal: 'contract suite, default run: under 3 s', reached: `${median.toFixed(1)} s`, holds: median < 3 },
  ];
}
