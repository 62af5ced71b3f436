/** The length in a response to HEAD is compared only with a response to GET that is the same each time. */
import { describe, expect, it } from 'vitest';
import { failedRules, runAgainstService } from '../../src/conformance/testing/run-suite.js';
import { category, success } from '../../src/conformance/testing/small-service.js';

/** Runs the rule where HEAD is said to have a byte more than GET. @param trace a text for each request, always as long */
async function failuresOf(trace: (number: number) => string): Promise<string[]> {
  const run = await runAgainstService(
    (response, { request, number }) => {
      if (request.url !== '/categories' || !['GET', 'HEAD'].includes(request.method ?? '')) return response;
      if (request.headers.authorization === undefined) return response;
      const categories = success([category(1), category(2)]);
      const text = JSON.stringify({ ...categories.body, trace: trace(number) });
      const length = text.length + (request.method === 'HEAD' ? 1 : 0);
      return { ...categories, text, headers: { 'Content-Length': String(length) } };
    },
    { level: 'SHOULD', only: 'routing/head' },
  );
  expect(run.summary.couldNotJudge).toBeNull();
  return failedRules(run);
}

describe('routing/head', () => {
  it('fails a length that GET does not have', async () => {
    expect(await failuresOf(() => 'same')).toEqual(['routing/head']);
  });

  it('judges no length where two different responses to GET are equally long by chance', async () => {
    expect(await failuresOf((number) => String(number).padStart(4, '0'))).toEqual([]);
  });
});
