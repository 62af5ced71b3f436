import { expect, it } from 'vitest';
import { problemList } from './problem-list.js';

it('problemList is a JSON list in ASCII', () => {
  const problems = ['weight must be above 0, got -1', 'näme "ü" 🚢\r\nX-Evil: 1\u007f'];
  const list = problemList(problems);
  expect(list).toMatch(/^[\x20-\x7e]+$/);
  expect(JSON.parse(list)).toEqual(problems);
});

it('problemList keeps to a thousand characters, and says how many problems are left out', () => {
  const problems = Array.from({ length: 10_000 }, (_, index) => `${index} is ${'ä'.repeat(500)}`);
  const list = problemList(problems);
  expect(list.length).toBeLessThanOrEqual(1_000);
  const parsed = JSON.parse(list) as string[];
  const kept = parsed.slice(0, -1);
  expect(parsed.at(-1)).toBe(`and ${10_000 - kept.length} more`);
  expect(kept.every((text, index) => problems[index]?.startsWith(text))).toBe(true);
  expect(problemList(['short', ...problems])).toMatch(/^\["short",/);
});
