/** Times the growth curves: time over requests of a server that is kept busy, all sizes of a curve in alternation. */
import { drydock } from './drydock.mjs';
import { curves } from './growth-curves.mjs';
import { startServer } from './server-process.mjs';
import { send } from './sockets.mjs';
import { exponent, spread } from './spread.mjs';

/** Most that a curve may grow: exponent of a linear one, last point over first of a flat one. */
export const bounds = { linear: 1.1, flat: 1.5 };

/** Every server gets as much before it is timed: a warm one against a cold one would pass for growth, or hide it. */
const WARM_UP = { connections: 4, count: 8000, seconds: 3 };

/** Connections in the timed rounds: with one, the time in which processes fall asleep and wake up would be measured. */
const BUSY = 8;

/** @param {{ rounds: number, seconds: number, say: (line: string) => void }} how `seconds` caps one point in one round */
export async function measureGrowth({ rounds, seconds, say }) {
  const measured = [];
  const failed = [];
  for (const curve of curves) {
    try {
      const result = { name: curve.name, must: curve.must, ...(await measureCurve(curve, rounds, seconds)) };
      measured.push(result);
      say(line(result));
    } catch (error) {
      failed.push({ name: curve.name, why: error.message });
      say(`${curve.name} is left out: ${error.message}`);
    }
  }
  return { rounds, bounds, curves: measured, failed };
}

async function measureCurve({ sizes, must, flags, before, requests }, rounds, seconds) {
  const points = [];
  try {
    const shared = flags ? undefined : await startServer(drydock());
    for (const n of sizes) {
      // Pushed before anything can fail, so that it is stopped.
      const point = { n, server: shared ?? (await startServer(drydock(...flags(n)))), samples: [] };
      points.push(point);
      if (before) await send(point.server.port, before(point.server, n), { connections: 4, count: n });
      point.wire = requests(point.server, n);
      await send(point.server.port, point.wire, WARM_UP);
    }
    for (let round = 0; round < rounds; round += 1) {
      for (const { server, wire, samples } of points) samples.push(await timePoint(server, wire, seconds));
    }
    const costs = points.map(({ n, server, samples }) => ({
      n,
      micros: spread(samples),
      ...(flags && { startMs: Math.round(server.firstAnswerMs), mb: Math.round(server.rssBytes() / 1e6) }),
    }));
    const grows = growth(
      must,
      costs.map(({ n, micros }) => ({ n, cost: micros.median })),
    );
    return { points: costs, grows, holds: grows <= bounds[must] };
  } finally {
    for (const { server } of points) await server.stop();
  }
}

async function timePoint(server, wire, seconds) {
  const started = performance.now();
  const { latencies, failed } = await send(server.port, wire, { seconds, count: 2000, connections: BUSY });
  if (failed > 0) throw new Error(`${failed} of ${latencies.length} requests failed`);
  return Math.round(((performance.now() - started) * 100_000) / latencies.length) / 100;
}

/** The lower points of a linear curve show what a request costs anyway, so its upper half alone is fitted. */
function growth(must, points) {
  if (must === 'linear') return exponent(points.slice(points.length >> 1));
  return Math.round((points.at(-1).cost / points[0].cost) * 100) / 100;
}

function line({ name, must, points, grows, holds }) {
  const each = points.map(
    ({ n, micros, startMs, mb }) =>
      `${n}: ${micros.median} µs${startMs ? ` (start ${startMs} ms, ${mb} MB)` : ''}`,
  );
  const how = must === 'linear' ? `exponent ${grows}` : `last over first ${grows}`;
  return `growth, ${name}: ${each.join(', ')}; ${how}, bound ${bounds[must]}${holds ? '' : ': BROKEN'}`;
}
