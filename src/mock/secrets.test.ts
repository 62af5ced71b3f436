/** After much use no secret is in anything that the program wrote or sent, but where it is shown on purpose. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { CliProcess } from '../testing/cli-process.js';
import { temporaryFolder } from '../testing/temporary-folder.js';

it('no response, file or log line contains a key or token, but for the ready lines', async () => {
  const folder = temporaryFolder();
  const ownKey = 'own-Secret-key-5f2a91c07e';
  const mock = new CliProcess(
    ['mock', '--port', '0', '--quota', 'off', '--access-log', join(folder, 'access')],
    {
      DRYDOCK_KEY: ownKey,
    },
  );
  const token = /token +([\w-]+) /.exec(await mock.line(/^ {2}token/))?.[1] ?? '';
  const url = (await mock.line(/ready/)).replace('Drydock ready at ', '');
  const control = new URL('/__drydock/', url).href;
  const responses: string[] = [];
  /** Sends a request and stores its whole response. */
  const ask = async (address: string, headers: Record<string, string>, method = 'GET', body?: string) => {
    const response = await fetch(address, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
    });
    responses.push(JSON.stringify([...response.headers]), await response.text());
    return response;
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
    ]) {
      await ask(`${url}/categories`, { Authorization: credential });
      await ask(
        `${url}/create-order`,
        { Authorization: credential, 'X-Api-Key': secret },
        'POST',
        '{"rate":1}',
      );
      await ask(`${control}scenarios`, { Authorization: credential });
    }
    await ask(`${url}/categories?api_key=${secret}&token=${secret}`, { Cookie: `session=${secret}` });
    await ask(`${control}scenarios?token=${secret}`, asControl);
  }
  for (const secret of [ownKey, issuedKey]) {
    for (const report of ['text', 'json', 'junit', 'sarif', 'html']) {
      const args = ['verify', `${url}/no`, '--key', secret, '--expired-key', secret, '--only', 'auth*'];
      const run = new CliProcess([
        ...args,
        '--report',
        report,
        '--output',
        join(folder, `${report}-${secret.length}`),
      ]);
      const { out, err } = await run.finished;
      responses.push(...out, ...err);
    }
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

  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  expect(files.length).toBeGreaterThan(5);
  const shown = out.filter((line) => line.includes(token));
  expect(shown).toHaveLength(1);
  const written = [...responses, ...files, ...err, ...out.filter((line) => line !== shown[0])].join('\n');
  // What is looked for is there at all: the journal shows the request and the start of its key.
  expect(written).toContain('/create-order');
  for (const [name, secret] of Object.entries(secrets)) {
    const at = written.indexOf(secret);
    expect([name, at === -1 ? 'nowhere' : written.slice(Math.max(0, at - 100), at)]).toEqual([
      name,
      'nowhere',
    ]);
  }
}, 60_000);
