/** Faults of the kill matrix that ordinary traffic shows are found through a proxy: a few, or all with EVERY_FAULT=1. */
import { describe, expect, it } from '@jest/globals';
import { seededSample } from '../../kill-matrix/matrix/sample.js';
import { loadFaults, loadVariants } from '../../kill-matrix/variations/load-variations.js';
import { loadRules } from '../conformance/rules/load-rules.js';
import { checkTraffic } from './testing/check-traffic.js';

const [rules, faults, variants] = [await loadRules(), await loadFaults(), await loadVariants()];
const isEvery = process.env.EVERY_FAULT === '1';
const some = <T extends { id: string }>(all: readonly T[], share: number): T[] => {
  const ids = seededSample(
    all.map(({ id }) => id),
    share,
    7,
  );
  return all.filter(({ id }) => ids.has(id));
};

describe('a proxy in front of a server', () => {
  it.each(some(faults, isEvery ? 1 : 0.004).map((fault) => [fault.id, fault] as const))(
    'finds what the same requests show without it: %s',
    async (_, fault) => {
      const { direct, proxied } = await checkTraffic(fault, rules);
      expect(proxied).toEqual(direct);
    },
  );

  it.each([
    ['the reference server', undefined],
    ...some(variants, isEvery ? 1 : 0.005).map((one) => [one.id, one] as const),
  ] as const)('blames no lawful one: %s', async (_, variant) => {
    expect((await checkTraffic(variant, rules)).proxied).toEqual([]);
  });
});
