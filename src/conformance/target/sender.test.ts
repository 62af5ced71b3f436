import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Case } from '../cases/case.js';
import type { Outcome, TargetResponse } from './exchange.js';
import { Pacing } from './pacing.js';
import { Sender } from './sender.js';
import type { TargetClient } from './target-client.js';

it('Sender sends fewer requests at once to a target that refuses some of many without naming a wait', async () => {
  const maxAtOnce = 3;
  let underWay = 0;
  let refused = 0;
  const response = (status: number): TargetResponse => ({
    ...{ kind: 'response', status, headers: [], wireProblems: [], body: Buffer.from('{}'), elapsedMs: 1 },
  });
  const send = async (): Promise<Outcome> => {
    underWay += 1;
    const isRefused = underWay > maxAtOnce;
    await setImmediate();
    underWay -= 1;
    return response(isRefused ? 429 : 200);
  };
  const pacing = new Pacing(Date.now, Date.now() + 120_000, undefined);
  const sender = new Sender({ send } as unknown as TargetClient, pacing, () => {
    refused += 1;
  });
  const waiting = Array.from(
    { length: 80 },
    (_, index) =>
      ({ id: String(index), request: { path: '/' }, problems: [], writes: false }) as unknown as Case,
  );
  const worker = async (): Promise<string[]> => {
    const kinds: string[] = [];
    for (let item = waiting.shift(); item; item = waiting.shift()) {
      const sent = await sender.send(item);
      kinds.push('kind' in sent ? sent.reason : sent.outcome.kind);
    }
    return kinds;
  };
  const kinds = (await Promise.all(Array.from({ length: 8 }, worker))).flat();
  expect(new Set(kinds)).toEqual(new Set(['response']));
  // Some of the eight at first, and of the four and two after them.
  expect(refused).toBeLessThan(20);
});
