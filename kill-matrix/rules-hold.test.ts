/**
 * Neither the reference server nor the mock breaks a rule of any level. A new rule that one of them breaks is a false alarm,
 * or has found a fault of the server.
 */
import { describe, expect, it } from '@jest/globals';
import { checkTarget } from '../contract-tests/testing/check-target.js';
import { mockUnderTest } from '../contract-tests/testing/target-under-test.js';
import type { TargetUnderTest } from '../contract-tests/testing/target-under-test.js';
import { DEFAULT_KEYS } from './keys.js';
import { startReferenceServer } from './reference-server.js';

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

/** Ids of the rules that a server breaks on purpose, each with the reason. */
type Exceptions = Readonly<Record<string, string>>;

const servers: readonly (readonly [name: string, start: () => Promise<TargetUnderTest>, Exceptions])[] = [
  [
    'the reference server',
    referenceUnderTest,
    {
      'http/challenge-with-401':
        'It sends only what the specification shows, and that shows no WWW-Authenticate header.',
      'requests/assumed-values':
        'It accepts an empty list of boxes, which only the document excludes, so that no rule may demand more.',
    },
  ],
  ['the mock', mockUnderTest, {}],
];

describe.each(servers)('%s', (_, start, exceptions) => {
  it('breaks no rule at any level, except for a written reason', async () => {
    const { failures, summary } = await checkTarget(await start(), { level: 'ASSUMED' });
    expect(summary.couldNotJudge).toBeNull();
    const unexpected = failures.filter(({ rule }) => !(rule.id in exceptions));
    expect(
      unexpected.map(({ rule, level, title, actual }) => `${rule.id} (${level}): ${title}: got ${actual}`),
    ).toEqual([]);
    expect([...new Set(failures.map(({ rule }) => rule.id))].sort()).toEqual(Object.keys(exceptions).sort());
  }, 120_000);
});
