import { describe, expect, it } from 'vitest';
import { usualCredentials } from './credential-names.js';
import type { NewJournalEntry, RequestHeaders } from './journal-entry.js';
import { JournalSecrets } from './journal-secrets.js';
import { shownText } from './shown-entry.js';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function entryOf(headers: RequestHeaders, body = ''): NewJournalEntry {
  const bytes = bytesOf(body);
  return {
    ...{ time: 0, elapsed: 0, durationMs: 0, operation: 'a', problems: [], scenario: undefined },
    request: { method: 'POST', path: '/a', query: '', headers, body: { bytes, size: bytes.length } },
    response: { status: 200, headers: {}, body: { bytes: bytesOf(''), size: 0 } },
    delivery: { firstByteMs: 0, lastByteMs: 0, headBytes: 20, bodyBytes: 0, ending: 'complete' },
  };
}

const journalSecrets = (keys: readonly string[] = []): JournalSecrets =>
  new JournalSecrets({
    names: { ...usualCredentials, isPublic: (credential) => credential.startsWith('public-') },
    keys,
    token: undefined,
    digest: () => 'd'.repeat(64),
  });

const text = (entry: NewJournalEntry): string =>
  JSON.stringify([entry.request.headers, new TextDecoder().decode(entry.request.body.bytes)]);

describe('the secrets of a journal', () => {
  it('leave an entry without any as it is, each time it comes', () => {
    const secrets = journalSecrets();
    const entry = entryOf({ host: 'h', authorization: 'Bearer public-a', 'x-note': 'n' }, '{"a":1}');
    expect([1, 2, 3].map(() => secrets.hide(entry) === entry)).toEqual([true, true, true]);
  });

  it('are hidden in a header whose text was none before', () => {
    const secrets = journalSecrets();
    const note = { authorization: 'Bearer public-a', 'x-note': 'hunter2hunter2' };
    for (let count = 0; count < 2; count += 1) expect(secrets.hide(entryOf(note))).toEqual(entryOf(note));
    const hidden = text(secrets.hide(entryOf({ ...note, authorization: 'Bearer hunter2hunter2' })));
    expect(hidden).not.toContain('hunter2hunter2');
    expect(hidden).toContain('Bearer hunt…dddd');
  });

  it.each([
    ['in a body', 'dk_live_abcdefgh', '{"key":"dk_live_abcdefgh"}'],
    ['behind many letters k', 'dk_live_abcdefgh', `${'k'.repeat(500)}dk_live_abcdefgh`],
    ['that is a key of the mock, in a body', 'Zq4_VldWx7cnry', '{"key":"Zq4_VldWx7cnry"}'],
  ])('are hidden %s, however clean the rest is', (_, secret, body) => {
    const secrets = journalSecrets(['Zq4_VldWx7cnry']);
    const headers = { authorization: 'Bearer public-a' };
    secrets.hide(entryOf(headers, 'nothing'));
    expect(text(secrets.hide(entryOf(headers, body)))).not.toContain(secret);
  });

  it.each(
    [
      ...[
        'password',
        'new_password',
        'passwd',
        'passphrase',
        'pwd',
        'bearer',
        'key',
        'accessKey',
        'privateKey',
      ],
      ...['private_key', 'client_secret', 'credential', 'credentials', 'session', 'sessionId', 'sid', 'jwt'],
      ...[
        'otp',
        'pin',
        'cvv',
        'cvc',
        'csrf',
        'X-XSRF-Token',
        'refreshToken',
        'sig',
        'signature',
        'set-cookie',
      ],
      ...['x-hub-signature-256', 'Authorization', 'code_verifier', 'client_assertion', 'cardNumber'],
    ].map((name, index) => [name, `Vd5-of.body_${'abcdefghijklmnopqrstuvwxyz0123456789'[index]}+41`]),
  )('are known from then on where a body has one behind %s', (name = '', secret) => {
    journalSecrets().hide(entryOf({}, JSON.stringify({ note: 'n', [name]: secret })));
    expect(shownText(`again ${secret}!`)).toBe('again ***!');
  });
});
