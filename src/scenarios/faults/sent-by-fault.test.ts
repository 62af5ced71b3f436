import { describe, expect, it } from '@jest/globals';
import { faultFrom, faultKinds } from './registry.js';
import { sentByFault } from './sent-by-fault.js';

const text = '{"status":true}';
const body = new TextEncoder().encode(text);

/** Bytes that each kind sends, behind the headers or in place of a response. */
const sent: Readonly<
  Record<string, { contentLength: number | undefined; text: string | RegExp; end: string }>
> = {
  reset: { contentLength: undefined, text: '', end: 'reset' },
  close: { contentLength: undefined, text: '', end: 'closed' },
  'never-answer': { contentLength: undefined, text: '', end: 'silent' },
  'headers-then-nothing': { contentLength: 15, text: '', end: 'silent' },
  'truncated-body': { contentLength: 15, text: '{"statu', end: 'closed' },
  'slow-drip': { contentLength: 15, text, end: 'finished' },
  garbage: { contentLength: undefined, text: /^[^{]{64}$/s, end: 'closed' },
  'malformed-json': { contentLength: 14, text: '{"status":true', end: 'finished' },
  'wrong-content-length': { contentLength: 5, text, end: 'closed' },
};

describe('what a fault lets out of a response', () => {
  it('is stated here for every kind', () => {
    expect(Object.keys(sent).sort()).toEqual(faultKinds.map(({ kind }) => kind).sort());
  });

  it.each(faultKinds.map(({ kind }) => kind))('is known before it is sent: %s', async (kind) => {
    const { bytes, contentLength, end } = await sentByFault(faultFrom(kind), body);
    const wanted = sent[kind];
    expect({ contentLength, end }).toEqual({ contentLength: wanted?.contentLength, end: wanted?.end });
    const latin = Buffer.from(bytes).toString('latin1');
    if (typeof wanted?.text === 'string') expect(latin).toBe(wanted.text);
    else expect(latin).toMatch(wanted?.text ?? '');
  });
});
