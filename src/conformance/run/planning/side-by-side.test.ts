import { describe, expect, it } from 'vitest';
import { rule, type LoadedRule } from '../../rules/rule.js';
import { runSuite } from '../../testing/run-suite.js';
import { httpServer, type SmallServer } from '../../testing/small-server.js';
import { smallService } from '../../testing/small-service.js';
import { batchesOf, maxAtOnce } from './side-by-side.js';
import type { Case } from '../../cases/case.js';

const named = (...names: (string | undefined)[]) =>
  names.map((together, index) => ({ id: String(index), together }) as Case);
const idsOf = (batches: readonly Case[][]) => batches.map((batch) => batch.map(({ id }) => id).join(''));

describe('batchesOf', () => {
  it('puts cases of one name together, and leaves out those without one', () => {
    expect(idsOf(batchesOf(named('a', undefined, 'b', 'a'), 16))).toEqual(['03', '2']);
  });

  it('splits a batch that is larger than the number of requests that may go out at once', () => {
    expect(idsOf(batchesOf(named('a', 'a', 'a', 'a', 'a'), 2))).toEqual(['01', '23', '4']);
  });
});

describe('maxAtOnce', () => {
  it.each([
    [8, 16],
    [32, 32],
    [7, 7],
    [1, 1],
  ])('with a concurrency of %d is %d', (concurrency, most) => {
    expect(maxAtOnce(concurrency)).toBe(most);
  });
});

describe('a run of verify', () => {
  const many = (count: number): LoadedRule => ({
    ...rule({
      title: 'Requests go out together.',
      level: 'MUST',
      section: '4',
      sentence: 'Any.',
      expected: ['status 200'],
      appliesTo: { document: 'service' },
      cases: (planner) =>
        Array.from({ length: count }, (_, index) => ({
          detail: String(index),
          title: 'one of many',
          operation: planner.operation('listCategories'),
          request: planner.request(planner.operation('listCategories')),
          accept: [200],
          together: 'many',
        })),
    }),
    id: 'requests/together',
    topic: 'requests',
  });

  /** Answers only once so many requests are there; those that are sent before the plan at once. */
  async function serverThatWaitsFor(count: number): Promise<SmallServer> {
    const service = smallService();
    const held: (() => void)[] = [];
    let received = 0;
    return httpServer((request, response) => {
      received += 1;
      const answer = (): void => {
        service(request, response);
      };
      if (received <= 2) answer();
      else held.push(answer);
      if (held.length === count) for (const next of held.splice(0)) next();
    });
  }

  it.each([
    [undefined, 16, 32],
    [3, 3, 6],
  ])('with a concurrency of %j sends batches of %d', async (concurrency, atOnce, count) => {
    const server = await serverThatWaitsFor(atOnce);
    const options = concurrency === undefined ? {} : { concurrency };
    const { summary } = await runSuite({ url: server.url, rules: [many(count)], ...options });
    await server.close();
    expect(summary).toMatchObject({ exitCode: 0, cases: count });
  });
});
