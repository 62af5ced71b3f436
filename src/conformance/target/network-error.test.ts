import { describe, expect, it } from 'vitest';
import { closing, get } from '../testing/client-of.js';
import type { NoResponse } from './exchange.js';
import { explainNetworkError } from './network-error.js';
import { TargetClient } from './target-client.js';

describe('explainNetworkError', () => {
  it('says how to trust a self-signed certificate', () => {
    const error = Object.assign(new Error('self-signed certificate'), {
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    });
    expect(explainNetworkError(error, { bytes: 0 }).reason).toBe(
      'the TLS connection failed: self-signed certificate; if it is to be trusted, name a file with it or its authority with --ca or in NODE_EXTRA_CA_CERTS',
    );
  });
});

describe('TargetClient, where nothing listens', () => {
  it.each([
    ['a closed port', 'http://127.0.0.1:1', 'ECONNREFUSED'],
    ['an unknown host', 'http://drydock.invalid', /ENOTFOUND|EAI_AGAIN/],
  ])('reports %s', async (_, url, code) => {
    const client = new TargetClient({ baseUrl: new URL(url), connections: 1, timeoutMs: 60_000 });
    closing(client);
    const outcome = (await client.send(get)) as NoResponse;
    expect(outcome.kind).toBe('no response');
    expect(outcome.code).toMatch(code);
  });
});
