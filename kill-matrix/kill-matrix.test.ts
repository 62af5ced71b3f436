import { describe, expect, it } from '@jest/globals';
import { FAULTS } from './faults.js';
import { LAWFUL } from './variants.js';
import { correctForOrders, runMatrix, tellingRules } from './runner.js';

/** All of it takes minutes: CI runs it by kill-matrix-main, a test run a sample, or all when asked. */
const every = process.env.DRYDOCK_KILL_MATRIX === 'all' ? 1 : 25;
const sample = <T>(list: readonly T[]): T[] => list.filter((_, index) => index % every === 0);

describe('the kill matrix', () => {
  it('tells every fault from the correct server', async () => {
    const correct = await runMatrix([undefined, correctForOrders]);
    const rows = await runMatrix(sample(FAULTS));
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter((row) => tellingRules(row, correct).length === 0).map(({ id }) => id)).toEqual([]);
  }, 1_200_000);

  it('fails no server that keeps the contract', async () => {
    const rows = await runMatrix([undefined, ...sample(LAWFUL)]);
    const alarms = rows.filter(({ exitCode }) => exitCode !== 0);
    expect(
      alarms.map(({ id, failures }) => ({
        id,
        failures: failures.map(({ rule, actual }) => [rule.id, actual]),
      })),
    ).toEqual([]);
  }, 600_000);
});
