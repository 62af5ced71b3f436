import { describe, expect, it } from 'vitest';
import { fc } from '../../testing/properties/fast-check.js';
import { serversHere } from './reference-router.js';

const pathsOf = (servers: unknown): string[] => serversHere({ servers }).map(({ url }) => url);

describe('serversHere', () => {
  it('keeps the path and the description, each path once', () => {
    const servers = [
      { url: 'http://127.0.0.1:4010/api/v1/developer', description: 'The mock' },
      { url: 'https://api.example.com/api/v1/developer/' },
      { url: 'http://127.0.0.1:4010' },
    ];
    expect(serversHere({ servers })).toEqual([
      { url: '/api/v1/developer', description: 'The mock' },
      { url: '/' },
    ]);
  });

  it('gives variables their defaults, and those that are missing their names, as the mock does', () => {
    const variables = { host: { default: 'eu.example.com' }, version: { default: 'v2' } };
    expect(pathsOf([{ url: 'https://{host}/{version}/{missing}x', variables }])).toEqual(['/v2/missingx']);
  });

  it.each([
    ['relative', 'v1', '/v1'],
    ['without a scheme', '//evil.example//other.example/', '/other.example'],
    ['of an unknown scheme with a backslash', 'a:\\evil.example/x', '/evil.example/x'],
    ['a script', 'javascript:alert(1)', '/alert(1)'],
    ['no address at all', 'http://[', '/'],
  ])('moves an address that is %s to this host', (_kind, url, path) => {
    expect(pathsOf([{ url }])).toEqual([path]);
  });

  it.each([undefined, null, 'text', {}, { servers: 1 }, { servers: [null, 1, { url: 2 }] }])(
    'offers the root for %j',
    (document) => {
      expect(serversHere(document)).toEqual([{ url: '/' }]);
    },
  );

  it('never leaves this host, whatever the document says', () => {
    const servers = fc.array(
      fc.record({ url: fc.oneof(fc.string(), fc.webUrl()) }, { noNullPrototype: true }),
    );
    fc.assert(
      fc.property(servers, (addresses) => {
        for (const path of pathsOf(addresses)) expect(new URL(path, 'http://mock:1').host).toBe('mock:1');
      }),
      { seed: 20_261_121, numRuns: 500 },
    );
  });
});
