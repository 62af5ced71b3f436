/** Faults of the kill matrix that ordinary traffic shows are found through a proxy: a few, or all with EVERY_FAULT=1. */
import { afterAll, describe, expect, it } from 'vitest';
import { seededSample } from '../../kill-matrix/matrix/sample.js';
import { loadFaults, loadVariants } from '../../kill-matrix/variations/load-variations.js';
import { loadRules } from '../conformance/rules/load-rules.js';
import { checkTraffic } from './testing/check-traffic.js';

const [rules, faults, variants] = [await loadRules(), await loadFaults(), await loadVariants()];
const isEvery = process.env.EVERY_FAULT === '1';
/** Rules about the end of a message, which a proxy sees otherwise than a client does. */
const always = new Set([
  'answer-sent-twice',
  'head-with-body',
  'coding-unknown',
  'closed-when-idle-for-10-ms',
  'one-in-five-hangs-up',
]);
/** Shows once, on a kept connection, which a lawful server too may close at that moment. */
const beyondProof = new Set(['hangs-up-on-malformed']);
const some = <T extends { id: string }>(all: readonly T[], share: number): T[] => {
  const ids = seededSample(
    all.map(({ id }) => id),
    share,
    7,
  );
  return all.filter(({ id }) => ids.has(id) || always.has(id));
};

/** Any rules. */
const atLeastOne: unknown = expect.arrayContaining([expect.any(String)]);

let [visible, found] = [0, 0];
afterAll(() => {
  if (isEvery)
    process.stdout.write(
      `${faults.length} faults, ${visible} visible, ${found} of them found; ${variants.length} lawful servers\n`,
    );
});

describe('a proxy in front of a server', () => {
  it.each(some(faults, isEvery ? 1 : 0.004).map((fault) => [fault.id, fault] as const))(
    'finds what the same requests show without it: %s',
    async (_, fault) => {
      const { direct, proxied } = await checkTraffic(fault, rules);
      if (direct.length > 0) visible += 1;
      if (direct.length > 0 && proxied.length > 0) found += 1;
      // A proxy keeps its connections, so that more can be seen, and broken HTTP is reported by other rules.
      const isProvable = direct.length > 0 && !beyondProof.has(fault.id);
      expect(proxied).toEqual(isProvable ? atLeastOne : expect.any(Array));
    },
  );

  it.each([
    ['the reference server', undefined],
    ...some(variants, isEvery ? 1 : 0.005).map((one) => [one.id, one] as const),
  ] as const)('blames no lawful one: %s', async (_, variant) => {
    expect((await checkTraffic(variant, rules)).proxied).toEqual([]);
  });
});
