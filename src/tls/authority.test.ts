import { X509Certificate } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFile, temporaryFolder } from '../testing/temporary-folder.js';
import { authorityFolder, localAuthority } from './authority.js';
import { makeCertificate } from './make-certificate.js';

const year = 365 * 86_400_000;
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe('localAuthority', () => {
  it('is made once, in a folder and a file that only the user may read', async () => {
    const folder = join(temporaryFolder(), 'drydock', 'authority');
    const first = await localAuthority(folder);
    expect(readdirSync(folder)).toEqual(['authority-1.pem', 'ca.pem']);
    expect([modeOf(folder), modeOf(join(folder, 'authority-1.pem'))]).toEqual(['700', '600']);
    expect(readFileSync(first.file, 'utf8')).toBe(first.cert);
    expect(first.isNew).toBe(true);
    expect(await localAuthority(folder)).toEqual({ ...first, isNew: false });
  });

  it('is one for all that make it at the same time', async () => {
    const folder = temporaryFolder();
    const all = await Promise.all([1, 2, 3].map(() => localAuthority(folder)));
    expect(new Set(all.map(({ cert }) => cert)).size).toBe(1);
    expect(all.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(readFileSync(join(folder, 'ca.pem'), 'utf8')).toBe(all[0]?.cert);
    expect(readdirSync(folder)).toEqual(['authority-1.pem', 'ca.pem']);
  });

  it('is replaced a month before it ends', async () => {
    const folder = temporaryFolder();
    const begun = Date.now() - 9 * year;
    const old = await localAuthority(folder, begun);
    expect((await localAuthority(folder, begun + 9 * year)).cert).toBe(old.cert);
    const renewed = await localAuthority(folder, old.until - 29 * 86_400_000);
    expect([renewed.isNew, renewed.cert === old.cert]).toEqual([true, false]);
    expect(readFileSync(join(folder, 'ca.pem'), 'utf8')).toBe(renewed.cert);
  });

  it('refuses a key that others may read, a file that is none, and a folder that can not be used', async () => {
    const folder = temporaryFolder();
    await localAuthority(folder);
    const file = join(folder, 'authority-1.pem');
    chmodSync(file, 0o644);
    await expect(localAuthority(folder)).rejects.toThrow(/is open to other users: remove .*authority-1\.pem/);
    chmodSync(file, 0o600);
    writeFileSync(file, 'nothing');
    await expect(localAuthority(folder)).rejects.toThrow(/holds no certificate authority: remove it/);
    const below = join(temporaryFile('file', ''), 'authority');
    await expect(localAuthority(below)).rejects.toThrow(
      /can't be kept in .*: it is not a folder\. Use --cert/,
    );
  });

  it.each([
    ['localhost', 'verified'],
    ['example.com', 'permitted subtree violation'],
  ])('signs for %s: %s', async (name, outcome) => {
    const signer = await localAuthority(temporaryFolder());
    const now = Date.now();
    const made = await makeCertificate({
      ...{ name, hosts: [name], use: 'server', from: now - year, until: now + year, signer },
    });
    expect(new X509Certificate(made.cert).verify(new X509Certificate(signer.cert).publicKey)).toBe(true);
    const server = createServer(made, (_request, response) => response.end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const ended = new Promise((resolve) => {
      const options = { port, host: '127.0.0.1', servername: name, ca: signer.cert, agent: false } as const;
      const sent = request(options, () => resolve('verified'));
      sent.on('error', ({ message }) => resolve(message));
      sent.end();
    });
    const got = await ended;
    server.close();
    server.closeAllConnections();
    expect(got).toBe(outcome);
  });
});

describe('authorityFolder', () => {
  it.each([
    ['linux', { XDG_DATA_HOME: '/data' }, /^\/data\/drydock\/authority$/],
    ['linux', {}, /\/\.local\/share\/drydock\/authority$/],
    ['darwin', { XDG_DATA_HOME: '/data' }, /\/Library\/Application Support\/drydock\/authority$/],
    ['win32', { APPDATA: '/roaming' }, /^\/roaming\/drydock\/authority$/],
  ] as const)('on %s with %j', (platform, env, path) => {
    expect(authorityFolder(env, platform)).toMatch(path);
  });
});
