import { describe, expect, it } from 'vitest';
import { fc } from '../testing/properties/fast-check.js';
import { loadShippingContract } from '../shipping/shipping-service.js';
import type { OpenApiDocument } from '../contract/openapi.js';
import {
  credentialNames,
  shownHeader,
  shownHeaders,
  shownQuery,
  usualCredentials,
} from './credential-names.js';
import { anyCharacter } from '../testing/properties/any-character.js';

describe('where credentials are', () => {
  it('are the usual headers for the own document', async () => {
    expect(credentialNames(await loadShippingContract())).toEqual(usualCredentials);
  });

  it("are the headers and query parameters of the document's schemes, behind references too", () => {
    const document = {
      openapi: '3.1.0',
      info: { title: '', version: '' },
      components: {
        securitySchemes: {
          a: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
          b: { type: 'apiKey', in: 'query', name: 'token' },
          c: { type: 'apiKey', in: 'cookie', name: 'session' },
          d: { type: 'http', scheme: 'basic' },
          e: { $ref: '#/components/x-schemes/e' },
        },
        'x-schemes': { e: { type: 'apiKey', in: 'header', name: 'X-Other' } },
      },
    } as OpenApiDocument;
    const { headers, query } = credentialNames({ document });
    expect([...headers]).toEqual(expect.arrayContaining([...usualCredentials.headers, 'x-other']));
    expect([...query]).toContain('token');
  });
});

const names = { headers: new Set([...usualCredentials.headers, 'x-api-key']), query: new Set(['api_key']) };

describe('a credential in the journal', () => {
  it.each([
    ['authorization', 'Bearer dk_test_alice-and-bob', 'Bearer dk_t…'],
    ['authorization', 'bearer dk_test_a', 'bearer dk_…'],
    ['authorization', 'Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==', 'Basic QWxh…'],
    ['authorization', 'secret with spaces', 'secr…'],
    ['authorization', 'abcd efgh', 'abc…'],
    ['authorization', 'Bearer ', 'Bearer …'],
    ['authorization', '', '…'],
    ['proxy-authorization', 'Bearer 12', 'Bearer …'],
    ['x-api-key', 'k', '…'],
    ['cookie', 'session=abcdefgh; theme=dark;lone-value', 'session=ab…; theme=d…; lon…'],
    ['accept', 'Bearer dk_test_alice', 'Bearer dk_test_alice'],
  ])('%s: %s', (name, value, shown) => {
    expect(shownHeader(name, value, names)).toBe(shown);
  });

  it('joins several lines of a header and leaves out what is not there', () => {
    expect(
      shownHeaders({ 'set-cookie': ['a', 'b'], cookie: 'x=yz', host: 'h', accept: undefined }, names),
    ).toEqual({ 'set-cookie': 'a, b', cookie: 'x=…', host: 'h' });
  });

  it.each([
    ['a=1&api_key=0123456789abcdef0123&b', 'a=1&api_key=0123…&b'],
    ['api%5Fkey=abcd', 'api%5Fkey=a…'],
    ['api_key=%20%20%20%20', 'api_key=%20…'],
    ['api_key=%', 'api_key=…'],
    ['api_key', 'api_key=…'],
    ['x=%&&=', 'x=%&&='],
  ])('query %s', (query, shown) => {
    expect(shownQuery(query, names)).toBe(shown);
  });

  it('is never more than four characters nor more than a third of the secret', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (secret) => {
        fc.pre(!/^(Bearer|Basic|Digest|Token|ApiKey|Negotiate|HOBA|Mutual|DPoP) /i.test(secret));
        // Such a text may be what was kept of a longer one.
        fc.pre(!/^.{0,4}…/su.test(secret));
        const shown = shownHeader('x-api-key', secret, names);
        const start = Array.from(shown).slice(0, -1);
        expect(start.length).toBeLessThanOrEqual(Math.min(4, Array.from(secret).length / 3));
        expect(shown).toBe(`${start.join('')}…`);
        expect(secret.startsWith(start.join(''))).toBe(true);
      }),
    );
  });

  it('is four characters at most of a secret that has the mark in itself', () => {
    expect(shownHeader('x-api-key', 'abcdefgh…ij', names)).toBe('abc…');
    expect(shownHeader('x-api-key', 'abcd…0123456789abcdef', names)).toBe('abcd…');
  });

  it('shows any query without failing, and what is no credential as it came', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (query) => {
        fc.pre(!/api(_|%5f)key/i.test(query) && !query.includes('%'));
        expect(shownQuery(query, names)).toBe(query);
      }),
    );
  });
});
