/** Times the growth curves: time over requests of a busy server, all sizes of a curve in alternation. */
import { exponent, spread } from '../figures/spread.mjs';
import { sendLoad } from '../load/send-load.mjs';
import { startServer } from '../processes/server-process.mjs';
import { drydock } from '../servers/drydock.mjs';
import { curves } from './growth-curves.mjs';

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
      const point = { n, server: shared ?? (await startServer(drydock({ flags: flags(n) }))), samples: [] };
      points.push(point);
      if (before) await sendLoad(point.server.port, before(point.server, n), { connections: 4, count: n });
      point.wire = requests(point.server, n);
      await sendLoad(point.server.port, point.wire, WARM_UP);
    }
    for (let round = 0; round < rounds; round += 1) {
      for (const { server, wire, samples } of points) samples.push(await timePoint(server, wire, seconds));
    }
    const costs = points.map(({ n, server, samples }) => ({
      n,
      micros: spread(samples).median,
      ...(flags && {
        startMs: Math.round(server.firstResponseMs),
        mb: Math.round(server.residentBytes() / 1e6),
      }),
    }));
    const grows = growth(
      must,
      costs.map(({ n, micros }) => ({ n, cost: micros })),
    );
    return { points: costs, grows, holds: grows <= bounds[must] };
  } finally {
    for (const { server } of points) await server.stop();
  }
}

async function timePoint(server, wire, seconds) {
  const result = await sendLoad(server.port, wire, { seconds, count: 2000, connections: BUSY });
  if (result.failed > 0) throw new Error(`${result.failed} of ${result.requests} requests failed`);
  return 1e6 / result.perSecond;
}

/** The lower points of a linear curve show what a request costs anyway, so its upper half alone is fitted. */
function growth(must, points) {
  if (must === 'linear') return exponent(points.slice(points.length >> 1));
  return Math.round((points.at(-1).cost / points[0].cost) * 100) / 100;
}

function line({ name, must, points, grows, holds }) {
  const each = points.map(
    ({ n, micros, startMs, mb }) => `${n}: ${micros} µs${startMs ? ` (start ${startMs} ms, ${mb} MB)` : ''}`,
  );
  const how = must === 'linear' ? `exponent ${grows}` : `last over first ${grows}`;
  return `growth, ${name}: ${each.join(', ')}; ${how}, bound ${bounds[must]}${holds ? '' : ': BROKEN'}`;
}
