/** Only programs with the token may use the control API, whatever they send. */
import { describe, expect, it } from 'vitest';
import { fc } from '../../testing/properties/fast-check.js';
import { startMock } from '../../testing/mock-server.js';
import { loadControlContract } from '../control-contract.js';
import { attack, startAttacked, token, withToken } from './testing/attack.js';

await startAttacked();

const { operations } = await loadControlContract();

const guarded = operations
  .filter(({ security }) => security.length > 0)
  .map(({ id, method, path }) => ({
    id,
    method: method.toUpperCase(),
    path: path.replace('{name}', 'demo').replace('{id}', '1'),
  }));

describe('the control API without its token', () => {
  it.each(guarded)('refuses $method $path with 401', async ({ method, path }) => {
    const reply = await attack(path, {}, method);
    expect(reply.status).toBe(401);
    expect(reply.headers.get('www-authenticate')).toBe('Bearer realm="drydock control"');
    expect(reply.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  });

  it.each([
    ['a wrong one', `Bearer ${'A'.repeat(43)}`],
    ['all but its last character', `Bearer ${token.slice(0, -1)}`],
    ['one character more', `Bearer ${token}A`],
    ['the other case', `Bearer ${token.toLowerCase()}`],
    ['none', 'Bearer '],
    ['another scheme', `Basic ${Buffer.from(`user:${token}`).toString('base64')}`],
    ['a key of the mock', 'Bearer dk_test_demo'],
    ['two', `Bearer ${token} ${token}`],
  ])('refuses the token %s with 401', async (_what, authorization) => {
    expect((await attack('/scenarios', { authorization })).status).toBe(401);
  });

  it('accepts no text in place of the token', async () => {
    const visible = fc.string({
      unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
      minLength: 1,
    });
    await fc.assert(
      fc.asyncProperty(visible, async (guess) => {
        expect((await attack('/scenarios', { authorization: `Bearer ${guess}` })).status).toBe(401);
      }),
      { numRuns: 50 },
    );
  });

  it('can not be reached by paths that are spelt differently', async () => {
    const paths = [
      '/KEYS',
      '/keys/',
      '//keys',
      '/logos/../keys',
      '/logos/..%2fkeys',
      '/docs/../keys',
      '/./keys',
      '/keys;a',
      '/keys%00',
      '/health/../keys',
    ];
    for (const path of paths) expect([path, (await attack(path, {})).status]).toEqual([path, 401]);
  });

  it('can not be reached by a method in another header', async () => {
    const reply = await attack('/health', {
      'x-http-method-override': 'DELETE',
      'x-original-url': '/__drydock/keys',
    });
    expect(JSON.parse(reply.text)).toEqual({ status: 'ok' });
  });
});

describe('a token in the address', () => {
  it.each([
    ['/scenarios?token=SECRET', {}],
    ['/scenarios?access_token=SECRET', {}],
    ['/scenarios?control_token=x', withToken],
    ['/events?anything=SECRET', {}],
    ['/events?token=SECRET', withToken],
  ])('is refused in %s, though it is right', async (path, headers) => {
    const reply = await attack(path.replace('SECRET', token), headers);
    expect(reply.status).toBe(400);
    expect(reply.text).toContain('ends up in logs and histories');
    expect(reply.text).not.toContain(token);
  });
});

describe('bodies for the control API', () => {
  const json = { ...withToken, 'content-type': 'application/json' };

  it('over 256 KiB are refused, announced or not', async () => {
    const large = `{"scenario":"${'x'.repeat(262_144)}"}`;
    expect((await attack('/default-scenario', json, 'PUT', large)).status).toBe(413);
    expect(
      (await attack('/default-scenario', { ...json, 'transfer-encoding': 'chunked' }, 'PUT', large)).status,
    ).toBe(413);
  });

  it.each(['{', '', '"', '{"scenario":"slow"', '\xff'])(
    'that are not JSON (%j) are refused with 400',
    async (body) => {
      expect((await attack('/default-scenario', json, 'PUT', Buffer.from(body, 'latin1'))).status).toBe(400);
    },
  );

  it('that are nested too deep, or that would pollute prototypes, are refused', async () => {
    const deep = `{"scenario":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect((await attack('/default-scenario', json, 'PUT', deep)).status).toBe(400);
    const polluting =
      '{"scenario":"normal","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
    expect((await attack('/default-scenario', json, 'PUT', polluting)).status).toBe(400);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('the control token', () => {
  it('is random for each run, and appears in no response', async () => {
    const other = await startMock();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(other.controlToken).not.toBe(token);
    expect((await attack('/scenarios', withToken, 'GET', undefined, other)).status).toBe(401);
    for (const path of ['/metrics', '/sandboxes', '/keys', '/docs', '/control-api.json'])
      expect((await attack(path, withToken)).text).not.toContain(token);
  });

  it('can be chosen, within reason', async () => {
    const chosen = await startMock({ controlToken: 'correct horse'.replace(' ', '-') });
    expect(
      (await attack('/scenarios', { authorization: 'bearer correct-horse' }, 'GET', undefined, chosen))
        .status,
    ).toBe(200);
    for (const controlToken of ['', 'short', 'with space in it', 'tökentöken', 'x'.repeat(513)])
      await expect(startMock({ controlToken })).rejects.toThrow(/^The option controlToken must be 8 to 512/);
  });
});
