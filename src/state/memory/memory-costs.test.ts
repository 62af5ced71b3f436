/** The estimates by which the memory budget counts, held against the memory that the things really take; needs a build. */
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { packageFile } from '../../contract/package-root.js';

interface Cost {
  readonly name: string;
  /** Bytes. */
  readonly real: number;
  readonly estimate: number;
  readonly countedAfterClosing: number;
}

const script = packageFile('src', 'state', 'testing', 'measure-costs.mjs');
const printed = execFileSync(process.execPath, ['--expose-gc', script], { encoding: 'utf8' });
const costs = JSON.parse(printed) as Cost[];

it.each(costs)(
  'the memory budget counts $name by what it takes, or up to twice as much',
  ({ real, estimate, countedAfterClosing }) => {
    expect(estimate).toBeGreaterThan(0.95 * real);
    expect(estimate).toBeLessThan(2 * real);
    expect(countedAfterClosing).toBe(0);
  },
);

it('the memory budget counts six kinds of things', () => {
  expect(costs).toHaveLength(6);
});
