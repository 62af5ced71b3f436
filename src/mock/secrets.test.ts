/** After much use no secret is in anything that the program wrote or sent, but where it is shown on purpose. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'vitest';
import { reportNames } from '../reports/registry.js';
import { SecretSearch } from '../../kill-matrix/secrets/secret-search.js';
import { RedisServer, whyNoRedis } from '../testing/redis-server.js';
import { CliProcess } from '../testing/cli-process.js';
import { temporaryFolder } from '../testing/temporary-folder.js';
import { itUnless } from '../testing/unless.js';

const stores = [
  ['memory', undefined],
  ['Redis', whyNoRedis],
] as const;

/** All that reaches a Redis from now on: commands, and what scripts do. */
async function monitor(port: number): Promise<{ seen: () => string; end: () => void }> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write('MONITOR\r\n');
  await once(socket, 'data');
  return { seen: () => Buffer.concat(chunks).toString('latin1'), end: () => socket.destroy() };
}

for (const [store, whyNot] of stores)
  itUnless(
    whyNot,
    `no response, file, log line or event contains a key or token, but for the ready lines: ${store}`,
    async () => {
      const folder = temporaryFolder();
      const redis = store === 'Redis' ? await RedisServer.start() : undefined;
      const monitored = redis && (await monitor(redis.port));
      const ownKey = 'Zq4_Vld/Wx7+cnry~6Hd!0p';
      const mock = new CliProcess(
        [
          ...['mock', '--port', '0', '--quota', 'off', '--access-log', join(folder, 'access')],
          ...(redis ? ['--redis', redis.patientUrl] : []),
        ],
        {
          DRYDOCK_KEY: ownKey,
        },
      );
      const token = /#token=([\w-]+)/.exec(await mock.line(/^ {2}page/))?.[1] ?? '';
      const url = (await mock.line(/ready/)).replace('Drydock ready at ', '');
      const control = new URL('/__drydock/', url).href;
      const responses: string[] = [];
      /** Sends a request and keeps all of its answer. */
      const ask = async (
        address: string,
        headers: Record<string, string>,
        method = 'GET',
        body?: string,
        isKept = true,
      ) => {
        const response = await fetch(address, {
          method,
          headers: { 'Content-Type': 'application/json', ...headers },
          ...(body === undefined ? {} : { body }),
        });
        const text = await response.text();
        if (isKept) responses.push(JSON.stringify([...response.headers]), text);
      };
      /** Sends a request whose answer may repeat what it had. */
      const tell = (...sent: [string, Record<string, string>, string?, string?]) => {
        const [address, headers, method, body] = sent;
        return ask(address, headers, method, body, false);
      };
      const asControl = { Authorization: `Bearer ${token}` };
      const issued = await fetch(`${control}keys`, {
        method: 'POST',
        headers: { ...asControl, 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: 'secret', sandbox: 'day' }),
      });
      const { key: issuedKey = '' } = (await issued.json()) as { key?: string };
      expect(issuedKey.length).toBeGreaterThan(20);
      const secrets = { ownKey, token, issuedKey };

      const events = new AbortController();
      const stream = await fetch(`${control}events`, { headers: asControl, signal: events.signal });
      const reading = (async () => {
        try {
          for await (const chunk of stream.body as unknown as AsyncIterable<Uint8Array>)
            responses.push(Buffer.from(chunk).toString());
        } catch {
          // Ended below.
        }
      })();

      for (const secret of Object.values(secrets)) {
        for (const credential of [
          `Bearer ${secret}`,
          `bearer  ${secret}`,
          `Basic ${secret}`,
          secret,
          `Bearer ${secret}x`,
          `Basic ${btoa(`${secret}:`)}`,
        ]) {
          await ask(`${url}/categories`, { Authorization: credential });
          // The service may say to a client what the client itself has sent; nobody else may learn it.
          await tell(
            `${url}/create-order`,
            { Authorization: credential, 'X-Api-Key': secret, 'X-Other': encodeURIComponent(secret) },
            'POST',
            JSON.stringify({ rate: secret, [secret]: btoa(secret) }),
          );
          await tell(`${url}/carriers/${encodeURIComponent(secret)}`, {
            ...{ Authorization: credential, 'X-Request-Id': btoa(secret) },
          });
          await ask(`${control}scenarios`, { Authorization: credential });
        }
        await ask(`${url}/categories?api_key=${secret}&token=${secret}`, { Cookie: `session=${secret}` });
        await ask(`${control}scenarios?token=${secret}`, asControl);
        // A key that is nobody's credential here: in a header of its own, beside a key that is no secret.
        await ask(`${url}/categories`, { Authorization: 'Bearer dk_test_day', 'X-Other': secret });
        if (secret !== token)
          await tell(
            `${url}/create-order`,
            { Authorization: 'Bearer dk_test_day' },
            'POST',
            JSON.stringify({ rate: secret }),
          );
      }
      if (store === 'memory') {
        const args = ['verify', `${url}/no`, '--key', ownKey, '--expired-key', issuedKey, '--only', 'auth*'];
        const reports = reportNames.map((report) => `--report=${report}=${join(folder, report)}`);
        const { out, err } = await new CliProcess([...args, ...reports]).finished;
        responses.push(...out, ...err);
      }
      const sandboxes = (await (await fetch(`${control}sandboxes`, { headers: asControl })).json()) as {
        sandboxes?: { name: string }[];
      };
      for (const { name } of [...(sandboxes.sandboxes ?? []), { name: 'day' }, { name: 'public' }])
        for (const part of ['requests', 'requests/1', 'requests/2', 'coverage', 'scenario'])
          await ask(`${control}sandboxes/${name}/${part}`, asControl);
      for (const part of [
        'keys',
        'metrics',
        'sandboxes',
        'scenarios',
        'docs',
        'docs/openapi.json',
        '',
        'nothing',
      ])
        await ask(`${control}${part}`, asControl);
      events.abort();
      await reading;
      mock.child.kill('SIGTERM');
      const { out, err } = await mock.finished;

      monitored?.end();
      const shown = out.filter((line) => line.includes(token));
      expect(shown).toHaveLength(1);
      const outputs: Record<string, string> = {
        'an answer': responses.join('\n'),
        'the terminal': [...err, ...out.filter((line) => line !== shown[0])].join('\n'),
        ...Object.fromEntries(
          readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'latin1')]),
        ),
        ...(monitored && { Redis: monitored.seen() }),
      };
      for (const name of ['access', ...(store === 'memory' ? reportNames : ['Redis'])])
        expect([name, outputs[name]]).toEqual([name, expect.stringMatching(/\S/)]);
      // The search can find something: the journal shows the request and the start of its key.
      expect(outputs['an answer']).toContain('/create-order');
      expect(outputs['an answer']).toContain('Bearer Zq4_…');
      // Every issued key begins alike.
      const search = new SecretSearch({ ownKey, token, issuedKey: issuedKey.replace(/^dk_live_/, '') });
      const leaks = Object.entries(outputs).flatMap(([place, text]) => search.in(place, text));
      expect(leaks).toEqual([]);
    },
  );
