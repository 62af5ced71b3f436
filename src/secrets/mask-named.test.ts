import { expect, it } from 'vitest';
import { maskNamed } from './mask-named.js';

/** A text as a string in JSON, so many times over. */
function nested(text: string, times: number): string {
  return times === 0 ? text : nested(JSON.stringify({ body: text }), times - 1);
}

it.each([0, 1, 2, 3])('a password is masked in JSON that is a string in JSON, %i times over', (times) => {
  for (const password of ['Hunter-2026', 'with "quotes"', 'ends in \\', '\\"both\\\\"']) {
    const text = nested(JSON.stringify({ password, note: 'kept' }), times);
    const masked = maskNamed(text);
    expect(masked.names).toEqual(['password']);
    let inner = masked.text;
    for (let time = 0; time < times; time += 1) inner = (JSON.parse(inner) as { body: string }).body;
    expect(JSON.parse(inner)).toEqual({ password: expect.stringMatching(/^\*+$/), note: 'kept' });
  }
});
