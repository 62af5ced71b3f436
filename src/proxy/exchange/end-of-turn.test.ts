import { expect, test } from 'vitest';
import { setImmediate } from 'node:timers/promises';
import { atEndOfTurn } from './end-of-turn.js';

test('What is left for the end of a turn is done there, all of it and in order, and what it leaves in turn is done at the next', async () => {
  const done: string[] = [];
  atEndOfTurn(() => {
    done.push('first');
    atEndOfTurn(() => done.push('later'));
  });
  atEndOfTurn(() => done.push('second'));
  expect(done).toEqual([]);
  await setImmediate();
  expect(done).toEqual(['first', 'second']);
  await setImmediate();
  expect(done).toEqual(['first', 'second', 'later']);
});
