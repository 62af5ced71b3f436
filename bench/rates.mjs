/**
 * The rate engine by itself, without HTTP: microseconds for one shipment as boxes, or items in a box, become more.
 * `node bench/rates.mjs`, after `npm run build`; `bench/mock.mjs` measures it as its part `rates`.
 */
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { shipmentOf } from './mock/shipments.mjs';
import { exponent, spread } from './mock/spread.mjs';

const sizes = [1, 2, 5, 10, 20, 50, 100, 200, 500];
const engine = new URL('../dist/src/shipping/rates/', import.meta.url);

/**
 * @param {{ rounds: number, batchMs: number, say: (line: string) => void }} how sizes take turns; a batch lasts about `batchMs`
 */
export async function measureRates({ rounds, batchMs, say }) {
  const { rateShipment } = await import(new URL('rate-shipment.js', engine));
  const { loadTariffBook } = await import(new URL('tariff-book/tariff-book.js', engine));
  const { Logos } = await import(new URL('logos.js', engine));
  const context = {
    tariffs: loadTariffBook(),
    seed: 1,
    sandbox: 'bench',
    logos: new Logos(''),
  };
  const curves = [];
  for (const [name, shipment] of [
    ['boxes', (n) => shipmentOf(n, 1)],
    ['items in a box', (n) => shipmentOf(1, n)],
  ]) {
    const curve = {
      name,
      points: measureCurve((request) => rateShipment(request, context), shipment, { rounds, batchMs }),
    };
    const large = curve.points
      .filter(({ n }) => n >= 20)
      .map(({ n, micros }) => ({ n, cost: micros.median }));
    curves.push({ ...curve, exponent: exponent(large) });
    say(
      `rate engine, ${name}: ${curve.points.map(({ n, micros }) => `${n}: ${micros.median} µs`).join(', ')}; exponent ${curves.at(-1).exponent}`,
    );
  }
  return { rounds, curves };
}

function measureCurve(rate, shipment, { rounds, batchMs }) {
  const points = sizes.map((n) => ({ n, request: shipment(n), micros: [] }));
  for (let round = -2; round < rounds; round += 1) {
    for (const { request, micros } of points) {
      const took = timeBatch(() => rate(request), batchMs);
      if (round >= 0) micros.push(took);
    }
  }
  return points.map(({ n, micros }) => ({ n, micros: spread(micros) }));
}

/** Microseconds for one call, over as many as fit into the time. */
function timeBatch(call, milliseconds) {
  const started = performance.now();
  let calls = 0;
  let rated = 0;
  do {
    const result = call();
    rated += Math.min(result.write('', '').length, result.count);
    calls += 1;
  } while (performance.now() - started < milliseconds);
  if (rated === 0) throw new Error('The engine rated nothing, so this measures nothing.');
  return ((performance.now() - started) * 1000) / calls;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await measureRates({ rounds: 15, batchMs: 30, say: console.log });
}
