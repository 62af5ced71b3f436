/** The rate engine by itself, without HTTP: microseconds for one shipment as boxes, or items in a box, become more. */
import { performance } from 'node:perf_hooks';
import { exponent, spread } from '../figures/spread.mjs';
import { shipmentOf } from '../load/shipments.mjs';
import { loadModules } from '../../src/build/load-modules.mjs';

const sizes = [1, 20, 100, 500];

/**
 * @param {{ rounds: number, batchMs: number, say: (line: string) => void }} how a batch of each size in turn lasts about `batchMs`
 */
export async function measureRates({ rounds, batchMs, say }) {
  const { rateShipment, loadTariffBook } = await loadModules(
    'rates',
    'shipping/rates/rate-shipment.ts',
    'shipping/rates/tariff-book/tariff-source.ts',
  );
  const context = {
    tariffs: loadTariffBook(),
    seed: 1,
    sandbox: 'bench',
    logoBase: '',
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
    const large = curve.points.filter(({ n }) => n >= 20).map(({ n, micros }) => ({ n, cost: micros }));
    curves.push({ ...curve, exponent: exponent(large) });
    say(
      `rate engine, ${name}: ${curve.points.map(({ n, micros }) => `${n}: ${micros} µs`).join(', ')}; exponent ${curves.at(-1).exponent}`,
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
  return points.map(({ n, micros }) => ({ n, micros: spread(micros).median }));
}

/** Microseconds for one call, over as many as fit into the time. */
function timeBatch(call, milliseconds) {
  const started = performance.now();
  let calls = 0;
  let rated = 0;
  do {
    rated += call().rates.length;
    calls += 1;
  } while (performance.now() - started < milliseconds);
  if (rated === 0) throw new Error('The engine rated nothing, so this measures nothing.');
  return ((performance.now() - started) * 1000) / calls;
}
