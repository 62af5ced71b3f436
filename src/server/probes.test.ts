import { describe, expect, it } from 'vitest';
import { ControlProblem } from '../control/problem.js';
import { assureReady } from './probes.js';

describe('readiness', () => {
  it('is confirmed while the store responds', async () => {
    await assureReady({ assureWritable: () => undefined });
    await assureReady({ assureWritable: () => Promise.resolve() });
  });

  it.each([
    [
      'refuses',
      () => Promise.reject(new Error('The store does not answer: refused')),
      'The store does not answer: refused.',
    ],
    [
      'throws',
      () => {
        throw new Error('Redis is full');
      },
      'Redis is full.',
    ],
    ['never answers', () => new Promise<void>(() => undefined), 'The store does not answer within 5 ms.'],
  ])('is 503 while the store %s', async (_how, assureWritable, reason) => {
    const problem = await assureReady({ assureWritable }, 5).catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(ControlProblem);
    expect(problem).toMatchObject({ status: 503, message: reason });
  });
});
