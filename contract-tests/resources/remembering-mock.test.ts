/** The rules about things, on a mock that remembers: its lists follow bounds, its keys repeat, its contents stay. */
import { expect, it } from 'vitest';
import { loadContract } from '../../src/contract/load-contract.js';
import { loadRules } from '../../src/conformance/rules/load-rules.js';
import { runSuite } from '../../src/conformance/testing/run-suite.js';
import { roomsFile } from '../../src/foreign/testing/rooms-document.js';
import { startMock } from '../../src/testing/mock-server.js';

it('a mock that remembers does with rooms what their document says', async () => {
  const spec = roomsFile();
  const contract = await loadContract(spec, { strict: true });
  const { origin } = await startMock({ spec, stateful: true });
  const rules = (await loadRules()).filter(({ id }) => id.startsWith('resources/'));
  const keys = { key: undefined, expiredKey: undefined, limitedKey: undefined };
  const { failures, summary } = await runSuite({
    ...{ url: `${origin}/v1`, contract, ...keys, rules, allowWrites: true, minJudged: 0 },
  });
  expect(failures.map(({ rule, actual }) => `${rule.id}: ${actual}`)).toEqual([]);
  const judged = summary.rules.filter(({ verdict }) => verdict === 'PASS').map(({ rule }) => rule.id);
  expect(judged).toEqual(
    expect.arrayContaining(['resources/lists', 'resources/repeated-key', 'resources/kept-values']),
  );
});
