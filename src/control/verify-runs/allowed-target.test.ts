import { describe, expect, it } from 'vitest';
import { allowedTarget } from './allowed-target.js';
import type { ResolvedAddress } from './run-suite.js';

/** Name servers as an attacker could set them up. */
const names: Readonly<Record<string, readonly ResolvedAddress[]>> = {
  localhost: [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ],
  'away.localhost': [{ address: '192.0.2.1', family: 4 }],
  'staging.test': [{ address: '10.1.2.3', family: 4 }],
  'metadata.test': [
    { address: '203.0.113.9', family: 4 },
    { address: '169.254.169.254', family: 4 },
  ],
  'mapped.test': [{ address: '::ffff:169.254.169.254', family: 6 }],
};
const resolve = (host: string) => Promise.resolve(names[host] ?? []);
const allowed = ['staging.test', 'metadata.test', 'mapped.test', 'away.localhost:81', '169.254.169.254'];
const check = (url: string) => allowedTarget(url, allowed, resolve);

describe('a target of the suite', () => {
  it.each([
    'http://127.0.0.1:4010/api',
    'http://127.9.9.9/',
    'http://0x7f.1/',
    'http://[::1]:3000/',
    'http://localhost:3000/v1',
    'https://staging.test/v1',
  ])('%s is allowed', async (url) => {
    expect((await check(url)).addresses.length).toBeGreaterThan(0);
  });

  it('is reached at the addresses to which its name was resolved', async () => {
    expect(await check('https://staging.test/v1')).toEqual({
      url: 'https://staging.test/v1',
      addresses: [{ address: '10.1.2.3', family: 4 }],
    });
  });

  it.each([
    ['https://other.test/', 403, /--allow-verify other\.test/],
    ['http://10.1.2.3/', 403, /--allow-verify 10\.1\.2\.3/],
    ['http://away.localhost/', 403, /away\.localhost resolves to 192\.0\.2\.1/],
    ['https://metadata.test/', 403, /resolves to 169\.254\.169\.254/],
    ['https://mapped.test/', 403, /resolves to ::ffff:169\.254\.169\.254/],
    ['http://169.254.169.254/latest', 403, /must not be asked/],
    ['http://169.254.1.1/', 403, /^169\.254\.1\.1 must not be asked from here/],
    ['http://[::]/', 403, /^:: must not be asked from here/],
    ['http://[fe80::1]/', 403, /^fe80::1 must not be asked from here/],
    ['http://[::ffff:169.254.169.254]/', 403, /must not be asked from here/],
    ['http://gone.localhost/', 400, /has no address/],
    ['ftp://localhost/', 400, /must be an http or https address/],
    ['http://user:secret@localhost/', 400, /without a user/],
    ['localhost', 400, /must be an http or https address/],
  ])('%s is refused with %i', async (url, status, sentence) => {
    const refusal: unknown = await check(url).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ status, message: expect.stringMatching(sentence) as unknown });
    expect(String(refusal)).not.toContain('secret');
  });
});
