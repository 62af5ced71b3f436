import { describe, expect, it } from 'vitest';
import { fc } from '../testing/properties/fast-check.js';
import { usualCredentials } from './credential-names.js';
import { describeBody } from './describe-body.js';
import { describeEntry, summarizeEntry } from './describe-entry.js';
import { journalEntry } from './testing/journal-entries.js';

describe('an entry', () => {
  const entry = {
    ...journalEntry({
      id: 7,
      at: 1.5,
      durationMs: 12.345,
      method: 'POST',
      path: '/get-shipping-rates',
      query: 'a=1',
      operation: 'getShippingRates',
      headers: { authorization: 'Bearer dk_test_long-enough-name', accept: '*/*' },
      body: { weight: 4 },
      status: 500,
      responseBody: 'Größe',
      responseHeaders: { 'Content-Type': 'text/plain' },
      scenario: {
        ...{ names: ['flaky', 'slow'], channel: 'header', step: 'call 1', fault: 'truncated-body' },
        changes: ['fault truncated-body'],
      },
    }),
    answeredBy: 'scenario' as const,
    problems: [{ pointer: '/weight', text: 'weight is wrong' }],
  };

  it('is shown in full, its key by its first characters', () => {
    const view = describeEntry(entry, usualCredentials);
    expect(view).toEqual({
      id: 7,
      time: '2026-01-01T00:00:01.500Z',
      durationMs: 12.3,
      delivery: { firstByteMs: 12.3, lastByteMs: 12.3, headBytes: 100, bodyBytes: 7, ending: 'complete' },
      answeredBy: 'scenario',
      operation: 'getShippingRates',
      request: {
        method: 'POST',
        path: '/get-shipping-rates',
        query: 'a=1',
        headers: { authorization: 'Bearer dk_t…', accept: '*/*' },
        body: { size: 12, truncated: false, json: { weight: 4 } },
        bodyMs: null,
        key: 'missing',
      },
      response: {
        status: 500,
        headers: { 'Content-Type': 'text/plain' },
        body: { size: 7, truncated: false, text: 'Größe' },
        broken: null,
      },
      scenario: {
        ...{ names: ['flaky', 'slow'], channel: 'header', step: 'call 1', fault: 'truncated-body' },
        changes: ['fault truncated-body'],
      },
      problems: [{ pointer: '/weight', text: 'weight is wrong' }],
    });
    expect(JSON.parse(JSON.stringify(view))).toEqual(view);
  });

  it('is summarized in a line without headers and bodies', () => {
    expect(summarizeEntry(entry, usualCredentials)).toEqual({
      id: 7,
      time: '2026-01-01T00:00:01.500Z',
      method: 'POST',
      path: '/get-shipping-rates',
      query: 'a=1',
      operation: 'getShippingRates',
      status: 500,
      durationMs: 12.3,
      ending: 'complete',
      answeredBy: 'scenario',
      firstByteMs: 12.3,
      headBytes: 100,
      scenario: ['flaky', 'slow'],
      channel: 'header',
      fault: 'truncated-body',
      problems: 1,
      requestSize: 12,
      responseSize: 7,
      retryAfterSeconds: null,
    });
  });

  it('is summarized with the query as the full view has it', () => {
    const secret = {
      ...entry,
      request: { ...entry.request, query: 'page=2&api_key=hunter2hunter2&password=p4ssw0rd99' },
    };
    const { query } = summarizeEntry(secret, usualCredentials);
    expect(query).toBe(describeEntry(secret, usualCredentials).request.query);
    expect(query).toMatch(/^page=2&api_key=/);
    expect(query).not.toMatch(/hunter2|p4ssw0rd99/);
  });

  it('has null for parts that do not exist', () => {
    const plain = journalEntry({ operation: undefined });
    expect(describeEntry(plain, usualCredentials)).toMatchObject({ operation: null, scenario: null });
    expect(summarizeEntry(plain, usualCredentials)).toMatchObject({
      operation: null,
      scenario: [],
      channel: null,
      fault: null,
    });
    expect(
      describeEntry(journalEntry({ scenario: { fault: undefined } }), usualCredentials).scenario?.fault,
    ).toBeNull();
  });
});

describe('a body', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const whole = (text: string) => ({ bytes: bytes(text), size: bytes(text).length });

  it.each<[string, object]>([
    ['', { size: 0, truncated: false }],
    ['null', { size: 4, truncated: false, json: null }],
    ['{"a":[1]}', { size: 9, truncated: false, json: { a: [1] } }],
    ['{ "a" :\n[1, "b \\" c"] }', { size: 23, truncated: false, json: { a: [1, 'b " c'] } }],
    ['{"a":1,"a":2}', { size: 13, truncated: false, json: { a: 2 }, text: '{"a":1,"a":2}' }],
    ['[1.0]', { size: 5, truncated: false, json: [1], text: '[1.0]' }],
    ['{"a":', { size: 5, truncated: false, text: '{"a":' }],
    ['a=1&b=2', { size: 7, truncated: false, text: 'a=1&b=2' }],
  ])('%j', (text, view) => {
    expect(describeBody(whole(text))).toEqual(view);
  });

  it('that was kept in part is text, even where the part is JSON of its own', () => {
    expect(describeBody({ bytes: bytes('12'), size: 9 })).toEqual({ size: 9, truncated: true, text: '12' });
  });

  it.each([1, 2, 3])('is not blamed for a character of which %i bytes were kept', (kept) => {
    const cut = { bytes: bytes('ab🚢').subarray(0, 2 + kept), size: 100 };
    expect(describeBody(cut)).toEqual({ size: 100, truncated: true, text: 'ab' });
  });

  it('with bytes that are no UTF-8 says so', () => {
    expect(describeBody({ bytes: Uint8Array.of(0x61, 0xff, 0x62), size: 3 })).toEqual({
      size: 3,
      truncated: false,
      text: 'a\uFFFDb',
      note: 'Some bytes are no UTF-8; U+FFFD (�) stands for them.',
    });
  });

  it('nested too deep is shown as text, so that the view can be written as JSON', () => {
    const deep = '['.repeat(30_000) + ']'.repeat(30_000);
    expect(describeBody(whole(deep))).toEqual({ size: 60_000, truncated: false, text: deep });
  });

  it('is readable whatever its bytes, and JSON comes back as it was', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.nat(10), (some, more) => {
        const view = describeBody({ bytes: some, size: some.length + more });
        expect(JSON.parse(JSON.stringify(view))).toEqual(view);
        expect(view.truncated).toBe(more > 0);
      }),
    );
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (json) => {
        expect(describeBody(whole(json)).json).toEqual(JSON.parse(json));
      }),
    );
  });
});
