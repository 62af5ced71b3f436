import { createServer, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createServer as createTlsServer, type PeerCertificate, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Outcome } from '../conformance/target/exchange.js';
import { TargetClient } from '../conformance/target/target-client.js';
import { temporaryFile } from '../testing/temporary-folder.js';
import {
  testCertificate,
  testCertificates,
  type TestCertificates,
} from '../testing/tls/test-certificates.js';
import { curlTlsOptions, targetTls, targetTlsWarnings, type TargetTlsOptions } from './target-tls.js';

let made: TestCertificates;
let url: URL;
const server = createServer();

beforeAll(async () => {
  made = await testCertificates();
  const { cert, key } = made.server;
  server.setSecureContext({ cert, key, ca: made.authority.cert });
  server.on('request', (asked, response) => {
    const socket = asked.socket as TLSSocket;
    const { subject } = socket.getPeerCertificate() as Partial<PeerCertificate>;
    response.end(JSON.stringify({ client: subject?.CN, name: socket.servername }));
  });
  // Asks every client for a certificate, and takes those that show none.
  Object.assign(server, { requestCert: true, rejectUnauthorized: false });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = new URL(`https://localhost:${(server.address() as AddressInfo).port}`);
});

afterAll(() => {
  server.close();
});

/** The target's response, or the code of the error. */
function ask(options: TargetTlsOptions, at = url): Promise<unknown> {
  return new Promise((resolve) => {
    const sent = request(at, { agent: false, ...targetTls(options, at) }, (response) => {
      response.on('data', (chunk: Buffer) => resolve(JSON.parse(chunk.toString())));
    });
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    sent.end();
  });
}

/** The result of a run of the suite against a target whose authority it trusts. */
async function outcomeOf(baseUrl: URL): Promise<Outcome> {
  const tls = targetTls({ ca: [made.authority.certFile] }, baseUrl);
  const client = new TargetClient({ baseUrl, connections: 1, timeoutMs: 60_000, tls });
  const outcome = await client.send({ method: 'GET', path: '/', headers: {} });
  client.close();
  return outcome;
}

describe('targetTls', () => {
  it('trusts the authorities of --ca, and no others that are not public', async () => {
    const stranger = await testCertificate({ name: 'stranger', use: 'authority' });
    expect(await ask({})).toBe('SELF_SIGNED_CERT_IN_CHAIN');
    expect(await ask({ ca: [stranger.certFile] })).toBe('SELF_SIGNED_CERT_IN_CHAIN');
    expect(await ask({ ca: [stranger.certFile, made.authority.certFile] })).toEqual({ name: 'localhost' });
  });

  it('has curl connect alike', () => {
    const { certFile: clientCert, keyFile: clientKey } = made.client;
    const ca = [made.authority.certFile];
    const there = new URL('https://api.example');
    expect(curlTlsOptions({ ca }, there)).toEqual(['--cacert', ...ca]);
    expect(curlTlsOptions({ ca, insecure: true, clientCert, clientKey }, there)).toEqual([
      ...['--insecure', '--cert', clientCert, '--key', clientKey],
    ]);
    expect(curlTlsOptions({ ca, insecure: true }, new URL('http://api.example'))).toEqual([]);
  });

  it('names the host of the address to the target, and no IP address', async () => {
    const byAddress = new URL(`https://127.0.0.1:${url.port}`);
    expect(await ask({ ca: [made.authority.certFile] }, byAddress)).toEqual({ name: false });
  });

  it('shows the client certificate', async () => {
    const { certFile: clientCert, keyFile: clientKey } = made.client;
    expect(await ask({ ca: [made.authority.certFile], clientCert, clientKey })).toMatchObject({
      client: 'client',
    });
  });

  it('says that a target demands a client certificate', async () => {
    const { cert, key } = made.server;
    const demanding = createServer(
      { cert, key, ca: made.authority.cert, requestCert: true },
      (_request, response) => response.end(),
    );
    await new Promise<void>((resolve) => demanding.listen(0, '127.0.0.1', resolve));
    const at = new URL(`https://localhost:${(demanding.address() as AddressInfo).port}`);
    expect(await outcomeOf(at)).toMatchObject({
      reason: expect.stringMatching(/^the TLS connection failed: the server demands a client certificate; /),
    });
    demanding.close();
  });

  it('tells a target that speaks HTTP/2 alone from one that is broken', async () => {
    const alone = createTlsServer({ cert: made.server.cert, key: made.server.key, ALPNProtocols: ['h2'] });
    await new Promise<void>((resolve) => alone.listen(0, '127.0.0.1', resolve));
    const at = new URL(`https://localhost:${(alone.address() as AddressInfo).port}`);
    const outcome = await outcomeOf(at);
    alone.close();
    expect(outcome).toMatchObject({
      reason: 'the TLS connection failed: the server offers no HTTP/1.1, as one that speaks HTTP/2 alone',
    });
  });

  it('accepts any certificate with insecure, and says what that means', async () => {
    expect(await ask({ insecure: true })).toEqual({ name: 'localhost' });
    expect(targetTlsWarnings({ insecure: true }, url)).toEqual([
      `--insecure: any certificate of ${url.host} is accepted, so anybody in between can read and change what passes.`,
    ]);
    expect(targetTlsWarnings({ insecure: true }, new URL('http://localhost'))).toEqual([]);
  });

  it('warns of a client certificate that has ended', async () => {
    const { certFile: clientCert } = await testCertificate({ name: 'old', use: 'client', until: 1_000 });
    expect(targetTlsWarnings({ clientCert }, url)).toEqual([
      `The client certificate in ${clientCert} ended at 1970-01-01T00:00:01.000Z.`,
    ]);
  });

  it.each<[string, () => TargetTlsOptions, RegExp]>([
    [
      'a missing file',
      () => ({ ca: ['/none/ca.pem'] }),
      /^The certificate authority can't be read from \/none\/ca.pem: there is no such file\.$/,
    ],
    [
      'a file that is no PEM',
      () => ({ ca: [temporaryFile('a', 'x')] }),
      /: it holds no certificate in PEM \(-----BEGIN CERTIFICATE-----\)\.$/,
    ],
    [
      'a broken certificate',
      () => ({ ca: [temporaryFile('a', broken)] }),
      /: a certificate in it is broken\.$/,
    ],
    [
      'a certificate without its key',
      () => ({ clientCert: made.client.certFile }),
      /^A client certificate and its key belong together: give both, or none\.$/,
    ],
    [
      'a key of another certificate',
      () => ({ clientCert: made.client.certFile, clientKey: made.server.keyFile }),
      /^The key of the client certificate can't be read from .*: it belongs to another certificate than that in /,
    ],
    [
      'a certificate in the place of the key',
      () => ({ clientCert: made.client.certFile, clientKey: made.client.certFile }),
      /: it holds no private key in PEM/,
    ],
    [
      'a key with a passphrase',
      () => ({ clientCert: made.client.certFile, clientKey: temporaryFile('k', locked) }),
      /: it has a passphrase: openssl pkey /,
    ],
    [
      'a key that is too weak for TLS',
      () => ({ clientCert: temporaryFile('c', weakCert), clientKey: temporaryFile('k', weakKey) }),
      /^The client certificate can't be read from .*: TLS refuses it \(ee key too small\)\.$/,
    ],
  ])('refuses %s in one sentence', (_, options, sentence) => {
    expect(() => targetTls(options(), url)).toThrow(sentence);
  });
});

const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
const locked = '-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n';

/** RSA of 512 bits. */
const weakKey = `-----BEGIN PRIVATE KEY-----
MIIBVQIBADANBgkqhkiG9w0BAQEFAASCAT8wggE7AgEAAkEAwrCvY38NnEVBwSLI
hObTdh2sIGNkSC/X2VNJn74plQLOIMETmfbIAXjwAD07Ra/BMHC9LLG95vv0r2bc
1nkoiQIDAQABAkAV9ZfSwSHn3mfsQOAdHWv8hpxDivJksgDGon5LZkeKZvQYZ/Ha
X1+BmNSbDBOkxDKSPFrXqnv3NRapFI7wozYBAiEA8IoHz25aWGuJRtItgjRkao8G
XqSkA3t2TwIXhCZ/YMUCIQDPNDqSxiqALOuROAMGD1xDA4fWondwHD9ZRdtCV8wc
9QIhAIOOut7UuE0L47T8Vy+TgChXuWAiJCJTcE2eE0aP17MRAiEAri8U0k/+aHPa
r+BrQkvlXnx4U+mOCFPmuTBtaq8N6oUCIFw0gM3NQ/YxG/A5dzKq+XIr2zCFyn/9
y0bqG5P7H66a
-----END PRIVATE KEY-----
`;
const weakCert = `-----BEGIN CERTIFICATE-----
MIIBdzCCASGgAwIBAgIUG1aItVntkv9V2ugQ9ZWPzIQvVAEwDQYJKoZIhvcNAQEL
BQAwDzENMAsGA1UEAwwEd2VhazAgFw0yNjExMjgxMzEzNTlaGA8yMDgxMDgzMTEz
MTM1OVowDzENMAsGA1UEAwwEd2VhazBcMA0GCSqGSIb3DQEBAQUAA0sAMEgCQQDC
sK9jfw2cRUHBIsiE5tN2HawgY2RIL9fZU0mfvimVAs4gwROZ9sgBePAAPTtFr8Ew
cL0ssb3m+/SvZtzWeSiJAgMBAAGjUzBRMB0GA1UdDgQWBBT12oYtTI84uDSMvsPA
B1BcPbW71TAfBgNVHSMEGDAWgBT12oYtTI84uDSMvsPAB1BcPbW71TAPBgNVHRMB
Af8EBTADAQH/MA0GCSqGSIb3DQEBCwUAA0EAH6HoEYu0EPM+ixRgWYoqnCU+w0la
G+k8RSxbicipCJiKyFiATHJRwG4bvZrPgw4tnFVAf+yeXDum4L4n0BAJRw==
-----END CERTIFICATE-----
`;
