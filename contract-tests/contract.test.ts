/**
 * The rules as tests: `TARGET_URL=https://host/api/v1/developer DRYDOCK_KEY=... npm run test:contract`; without TARGET_URL
 * against the mock. One run of the suite gives a test for each rule.
 */
import { describe, expect, it } from 'vitest';
import { brokenRules } from '../src/conformance/events.js';
import { checkTarget } from './testing/check-target.js';
import { targetUnderTest } from './testing/target-under-test.js';

const target = await targetUnderTest();
const { failures, summary } = await checkTarget(target);
await target.close();

describe('the target', () => {
  it('can be checked', () => {
    expect(summary.couldNotJudge).toBeNull();
  });
});

describe.each([...new Set(summary.rules.map(({ rule }) => rule.topic))].sort())('%s', (topic) => {
  const ofTopic = summary.rules.filter(({ rule }) => rule.topic === topic);
  const checked = ofTopic.filter(({ judged }) => judged > 0);
  const results = checked.length > 0 ? checked : ofTopic;
  it.each(results.map(({ rule }) => [rule.id, rule.title] as const))('%s: %s', (id) => {
    const broken = failures.filter(
      (cause) => cause.verdict === 'FAIL' && brokenRules(cause).some((rule) => rule.id === id),
    );
    const reported = broken.map(({ actual, expected, sent, pointer }) => ({
      got: actual,
      at: pointer,
      expected,
      curl: sent.curl,
    }));
    expect(reported).toEqual([]);
  });
});
