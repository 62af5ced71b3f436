import { expect, it } from 'vitest';
import { showsColor } from './shows-color.js';

it.each([
  [true, {}, true],
  [false, {}, false],
  [true, { NO_COLOR: '1' }, false],
  [true, { NO_COLOR: '' }, true],
  [false, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
  [true, { FORCE_COLOR: '0' }, false],
  [true, { TERM: 'dumb' }, false],
])('colours on a terminal (%j), with %j in the environment: %j', (isTerminal, env, expected) => {
  expect(showsColor(isTerminal, env)).toBe(expected);
});
