/** A target with TLS: nginx, which demands a client certificate, in front of the mock. */
import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CliProcess } from '../testing/cli-process.js';
import { startMock } from '../testing/mock-server.js';
import { accepting, startNginx } from '../testing/programs/nginx.js';
import { freePort } from '../testing/redis-server.js';
import { testCertificates, type TestCertificates } from '../testing/tls/test-certificates.js';
import { describeUnless, whyMissing } from '../testing/unless.js';

describeUnless(whyMissing('nginx'), 'nginx that demands a client certificate', () => {
  let made: TestCertificates;
  let nginx: ChildProcess;
  let target: string;

  beforeAll(async () => {
    made = await testCertificates();
    const mock = await startMock();
    const port = await freePort();
    const { authority, server } = made;
    nginx = startNginx(`server {
    listen 127.0.0.1:${port} ssl;
    ssl_certificate ${server.certFile}; ssl_certificate_key ${server.keyFile};
    ssl_client_certificate ${authority.certFile}; ssl_verify_client on;
    location / { proxy_pass http://127.0.0.1:${mock.port}; proxy_set_header Host $http_host; }
  }`);
    target = `https://localhost:${port}/api/v1/developer`;
    await accepting(port);
  });

  afterAll(() => {
    nginx.kill('SIGKILL');
  });

  const tls = () => [
    ...['--ca', made.authority.certFile],
    ...['--client-cert', made.client.certFile, '--client-key', made.client.keyFile],
  ];

  it('answers through drydock proxy, which shows the certificate of its flags', async () => {
    const proxies = [tls(), ['--insecure']].map(async (flags) => {
      const proxy = new CliProcess(['proxy', target, '--port', '0', ...flags]);
      const url = (await proxy.line(/^Drydock ready at /)).slice('Drydock ready at '.length);
      const headers = { Authorization: 'Bearer dk_test_tls' };
      const response = await fetch(`${url}/categories`, { headers });
      const text = await response.text();
      proxy.child.kill('SIGINT');
      const { err } = await proxy.finished;
      return [response.status, /No required SSL certificate|"status":true/.exec(text)?.[0], err[0]];
    });
    expect(await Promise.all(proxies)).toEqual([
      [200, '"status":true', undefined],
      [
        400,
        'No required SSL certificate',
        expect.stringMatching(/^--insecure: any certificate of localhost:/),
      ],
    ]);
  });

  it('is judged by drydock verify, and can not be judged without its authority', async () => {
    const verify = (flags: readonly string[]) =>
      new CliProcess([
        'verify',
        target,
        '--key',
        'dk_test_tls',
        '--only',
        'listCategories',
        '--partial',
        '--min-judged',
        '0',
        ...flags,
      ]).finished;
    const [with_, without] = await Promise.all([verify(tls()), verify([])]);
    expect([with_.exitCode, with_.out.join('\n')]).toEqual([0, expect.stringContaining('CONFORMS')]);
    expect([without.exitCode, [...without.out, ...without.err].join('\n')]).toEqual([
      3,
      expect.stringContaining('with --ca or in NODE_EXTRA_CA_CERTS'),
    ]);
  });
});
