import { expect, it } from 'vitest';
import { STATUS_CODES } from 'node:http';
import { reasonPhrases } from './reason-phrases.js';

it('the reason phrases are those that Node sends, for every final status', () => {
  const final = Object.entries(STATUS_CODES).filter(([status]) => Number(status) >= 200);
  expect(Object.entries(reasonPhrases)).toEqual(final);
});
