/**
 * The rules as tests: `TARGET_URL=https://host/api/v1/developer DRYDOCK_KEY=... npm run test:contract`; without TARGET_URL
 * against the mock. One run of the suite gives a test for each rule.
 */
import { describe, expect, it } from '@jest/globals';
import type { ConformanceEvent, Failure, SummaryEvent } from '../src/conformance/events.js';
import { verify } from '../src/index.js';
import { targetUnderTest } from './target-under-test.js';

const { failures, summary } = await run();

async function run(): Promise<{ failures: Failure[]; summary: SummaryEvent }> {
  const target = await targetUnderTest();
  const events: ConformanceEvent[] = [];
  try {
    for await (const event of verify(target)) events.push(event);
  } finally {
    await target.close();
  }
  const end = events.at(-1);
  if (end?.type !== 'summary') throw new Error('The run ended without a summary.');
  return {
    failures: events.flatMap((event) => (event.type === 'failure' ? [event.failure] : [])),
    summary: end,
  };
}

describe('the target', () => {
  it('can be judged', () => {
    expect(summary.couldNotJudge).toBeNull();
  });
});

describe.each([...new Set(summary.rules.map(({ rule }) => rule.topic))].sort())('%s', (topic) => {
  const judged = summary.rules.filter(({ rule, judged: count }) => rule.topic === topic && count > 0);
  const results = judged.length > 0 ? judged : summary.rules.filter(({ rule }) => rule.topic === topic);
  it.each(results.map(({ rule }) => [rule.id, rule.title] as const))('%s: %s', (id) => {
    const broken = failures.filter(({ rule, verdict }) => rule.id === id && verdict === 'FAIL');
    const told = broken.map(({ actual, expected, sent, pointer }) => ({
      got: actual,
      at: pointer,
      expected,
      curl: sent.curl,
    }));
    expect(told).toEqual([]);
  });
});
