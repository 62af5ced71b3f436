/**
 * Neither the reference server nor the mock breaks a rule of any level. A new rule that one of them breaks is a false alarm,
 * or has found a fault of the server.
 */
import { expect, it } from 'vitest';
import { checkTarget } from '../contract-tests/testing/check-target.js';
import { mockUnderTest, type TargetUnderTest } from '../contract-tests/testing/target-under-test.js';
import { DEFAULT_KEYS } from './reference-server/keys.js';
import { startReferenceServer } from './reference-server/reference-server.js';

async function referenceUnderTest(): Promise<TargetUnderTest> {
  const server = await startReferenceServer({});
  const { valid, expired, limited } = DEFAULT_KEYS;
  return {
    url: server.url,
    key: valid,
    expiredKey: expired,
    limitedKey: limited,
    close: () => server.close(),
  };
}

it.each([
  ['the reference server', referenceUnderTest],
  ['the mock', mockUnderTest],
])(
  '%s breaks no rule at any level',
  async (_name, start) => {
    const target = await start();
    const { failures, summary } = await checkTarget(target, { level: 'ASSUMED', allowWrites: true });
    await target.close();
    expect(summary.couldNotJudge).toBeNull();
    expect(
      failures.map(({ rule, level, title, actual }) => `${rule.id} (${level}): ${title}: got ${actual}`),
    ).toEqual([]);
  },
  600_000,
);
