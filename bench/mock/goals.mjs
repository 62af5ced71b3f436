/** What the mock is meant to reach, judged from the results; a goal whose parts were not measured is left out. */
import { spread } from './spread.mjs';

/**
 * @param {Record<string, any>} results parts by name
 * @returns {{ goal: string, reached: string, holds: boolean }[]}
 */
export function judgeGoals(results) {
  return [...speed(results), ...start(results), ...memory(results), ...others(results)];
}

/** @returns requests per second and the like at 32 connections */
export function throughputOf({ throughput }, server, kind, connections = 32) {
  return throughput?.rows.find(
    (row) => row.server === server && row.kind === kind && row.connections === connections,
  );
}

const times = (ratio) => `${ratio >= 10 ? ratio.toFixed(0) : ratio.toFixed(2)} times`;
const least = (goal, value, bound) => ({ goal, reached: times(value), holds: value > bound });
const most = (goal, value, bound) => ({ goal, reached: times(value), holds: value < bound });

function speed(results) {
  const goals = [
    ['GET', 'bare node:http', 0.85],
    ['POST', 'bare node:http', 0.6],
    ['GET', 'Prism', 10],
    ['POST', 'Prism', 8],
    ['GET', 'WireMock', 1],
  ];
  return goals.flatMap(([kind, peer, bound]) => {
    const [own, other] = ['Drydock', peer].map((server) => throughputOf(results, server, kind));
    if (!own || !other) return [];
    const ratio = own.ofBare.median / other.ofBare.median;
    const goal = bound === 1 ? 'more requests' : `over ${bound} times the requests`;
    return [least(`${kind}: ${goal} per second ${bound === 1 ? 'than' : 'of'} ${peer}`, ratio, bound)];
  });
}

function start({ 'cold-start': part }) {
  const of = (name) => part?.rows.find(({ server }) => server === name)?.ms.median;
  const goals = [
    ['bare Express', 2],
    ['Prism', 1 / 3],
    ['WireMock', 1 / 3],
  ];
  return goals.flatMap(([peer, bound]) =>
    of(peer) && of('Drydock')
      ? [
          most(
            `cold start: under ${bound === 2 ? '2 times' : 'a third of'} that of ${peer}`,
            of('Drydock') / of(peer),
            bound,
          ),
        ]
      : [],
  );
}

function memory({ memory: part }) {
  const of = (name) => part?.rows.find(({ server }) => server === name);
  const [own, prism] = [of('Drydock'), of('Prism')];
  if (!own) return [];
  const middle = (samples) => spread(samples.map(({ mb }) => mb)).median;
  const half = own.samples.length >> 1;
  const flat = most(
    `memory: in the second half of ${own.samples.at(-1).requests.toLocaleString('en-US')} requests under 1.15 times that in the first`,
    middle(own.samples.slice(half)) / middle(own.samples.slice(0, half)),
    1.15,
  );
  return prism
    ? [most('memory at the start: under that of Prism', own.startMb / prism.startMb, 1), flat]
    : [flat];
}

function others({ rates, growth, suite }) {
  const goals = [];
  for (const { name, exponent } of rates?.curves ?? []) {
    goals.push({
      goal: `rate engine alone: at most linear in ${name} (exponent up to 1.1)`,
      reached: String(exponent),
      holds: exponent <= 1.1,
    });
  }
  if (growth) {
    const broken = growth.curves.filter(({ holds }) => !holds);
    const reached = broken.length === 0 ? 'all' : `not ${broken.map(({ name }) => name).join('; ')}`;
    goals.push({ goal: 'every growth curve keeps its bound', reached, holds: broken.length === 0 });
  }
  if (suite) {
    const { median } = suite.seconds;
    goals.push({
      goal: 'contract suite, default run: under 3 s',
      reached: `${median.toFixed(1)} s`,
      holds: median < 3,
    });
  }
  return goals;
}
