import { describe, expect, it } from 'vitest';
import { probeTricks, workingTricks } from './working-tricks.js';
import { tricksInUse, type Trick } from './tricks.js';

const all = tricksInUse('');

describe('the probe of the HTTP server’s tricks', () => {
  it.each(['none', ...all])('finds that %s works on this Node', async (trick) => {
    expect(await probeTricks(new Set([...all].filter((one) => one === trick)))).toBe(true);
  });

  it('finds that all of them work together on this Node', async () => {
    expect(await probeTricks(all)).toBe(true);
  });

  it('keeps all tricks without a word where they work', async () => {
    const lines: string[] = [];
    expect(await workingTricks(all, (line) => lines.push(line))).toBe(all);
    expect(lines).toEqual([]);
  });

  it('turns off the tricks that fail, and logs it', async () => {
    const lines: string[] = [];
    const broken = (tricks: ReadonlySet<Trick>) => Promise.resolve(!tricks.has('direct'));
    const working = await workingTricks(all, (line) => lines.push(line), broken);
    expect([...working]).toEqual([...all].filter((trick) => trick !== 'direct'));
    expect(lines).toEqual([
      `The HTTP server does without direct: it does not work on Node ${process.version}.`,
    ]);
  });
});
