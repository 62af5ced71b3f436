import { describe, expect, it } from 'vitest';
import { usualCredentials } from '../../journal/credential-names.js';
import type { JournalEntry, KeptBody } from '../../journal/journal-entry.js';
import { shownEntry } from '../../journal/shown-entry.js';
import { journalEntry } from '../../journal/testing/journal-entries.js';
import { registeredSecrets } from '../../secrets/secret-register.js';
import { spellings } from '../../secrets/testing/spellings.js';
import { fc } from '../../testing/properties/fast-check.js';
import { entryMatcher } from './match-entry.js';

const short = 'Qz7_Sesame/open+2026~Wx';
const long = Array.from({ length: 14 }, (_, index) => `Part-${index * 7919}.x`).join('');
const ownOfEntry = 'hunter2+Passphrase';

for (const secret of [short, long]) registeredSecrets.add(secret);

function finds(text: string, entry: JournalEntry): boolean {
  return entryMatcher([{ kind: 'body', text, not: false }], usualCredentials)('alice', entry);
}

/** The same by masking everything first. */
function findsInShown(text: string, entry: JournalEntry): boolean {
  const shown = shownEntry(entry, usualCredentials);
  return has(entry, text) && has(shown, text);
}

function has({ request, response }: JournalEntry, text: string): boolean {
  const wanted = [text, JSON.stringify(text).slice(1, -1)].map((one) => lowered(Buffer.from(one)));
  return [request.body, response.body].some(({ bytes }: KeptBody) =>
    wanted.some((one) => lowered(bytes).includes(one)),
  );
}

function lowered(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

const secretPiece = fc
  .tuple(
    fc.constantFrom(short, short.slice(0, 17), short.slice(3, 12), long, ownOfEntry, 'dk_test_alice'),
    fc.constantFrom(...Object.values(spellings)),
    fc.constantFrom(...Object.values(spellings)),
    fc.boolean(),
  )
  .map(([secret, first, second, twice]) => (twice ? second(first(secret)) : first(secret)));

const otherPiece = fc.constantFrom(
  ...['"name":"Union Post"', ',', ' ', '\n', ':', '=', '"password":"', '"', '&token=', '%', '\\', '\\u00'],
  ...[
    '64:6b:5f ',
    'YWJjZGVmZ2hpamts',
    '&#65;',
    'é',
    'plain words between them, and more of those. '.repeat(12),
  ],
  ...['https://user:pass@host/a?b=c', '{"a":1,"b":[true,null]}', `"at":"2026-01-01T00:00:00Z",`],
);

const body = fc
  .array(fc.oneof({ weight: 2, arbitrary: otherPiece }, { weight: 1, arbitrary: secretPiece }), {
    minLength: 1,
    maxLength: 9,
  })
  .map((pieces) => pieces.join(''));

describe('a search in bodies', () => {
  it('finds what it would find if all secrets were masked first', () => {
    const outcomes = { found: 0, hidden: 0 };
    const places = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 14 })), {
      minLength: 12,
      maxLength: 12,
    });
    fc.assert(
      fc.property(body, body, places, fc.boolean(), (sent, received, parts, named) => {
        const headers = named ? { 'x-api-key': ownOfEntry } : {};
        const entry = journalEntry({ body: sent, responseBody: received, responseHeaders: headers });
        for (const [at, length] of parts) {
          const whole = at % 2 === 0 ? sent : received;
          const text = whole.slice((at >> 1) % whole.length).slice(0, length);
          const found = finds(text, entry);
          outcomes[found ? 'found' : 'hidden'] += 1;
          expect({ text, found }).toEqual({ text, found: findsInShown(text, entry) });
        }
      }),
      { numRuns: 80 },
    );
    expect(outcomes.found).toBeGreaterThan(100);
    expect(outcomes.hidden).toBeGreaterThan(100);
  });

  it.each(Object.entries(spellings))('finds no piece of a secret that was written %s', (_, spell) => {
    const spelled = spell(short);
    const entry = journalEntry({ responseBody: `{"note":"Union Post ${spelled} Ground"}` });
    // Before the fourteenth character stands the scheme and the user, and the last ones may be padding.
    const pieces = Array.from({ length: Math.max(0, spelled.length - 22) }, (__, at) =>
      spelled.slice(at + 14, at + 20),
    );
    expect(pieces.filter((piece) => finds(piece, entry))).toEqual([]);
    expect(finds(spelled, entry)).toBe(false);
    expect(['Union', 'Post', 'Ground'].map((word) => finds(word, entry))).toEqual([true, true, true]);
  });
});
