import { expect, it } from 'vitest';
import { payments } from '../server/callbacks/testing/payments.js';
import { startReceiver } from '../server/callbacks/testing/receiver.js';
import { startMock } from '../testing/mock-server.js';
import { temporaryFile } from '../testing/temporary-folder.js';
import { callCommand } from './testing/call-command.js';

const spec = temporaryFile('payments.json', JSON.stringify(payments));

it('drydock webhook lists the webhooks of a running mock, and fires one', async () => {
  const server = await startMock({ spec });
  const receiver = await startReceiver((count) => (count === 1 ? 204 : 410));
  const { origin, controlToken } = server;
  const run = (...args: string[]) =>
    callCommand(['webhook', ...args, '--url', origin, '--control-token', controlToken], {});
  expect(await run()).toMatchObject({ exitCode: 0, out: 'payoutSent POST A payout is on its way' });
  expect(await run('payoutSent', '--to', `${receiver.url}/hooks`)).toMatchObject({
    exitCode: 0,
    out: `POST ${receiver.url}/hooks: delivered (204)`,
  });
  const put = await fetch(`${origin}/__drydock/sandboxes/once/scenario`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${controlToken}` },
    body: JSON.stringify({ definition: { callbacks: { attempts: 1 } } }),
  });
  expect(put.status).toBe(200);
  expect(await run('payoutSent', '--to', receiver.url, '--sandbox', 'once')).toMatchObject({
    exitCode: 1,
    out: `POST ${receiver.url}: failed (410)`,
  });
  expect(await run('payoutSent')).toMatchObject({ exitCode: 2, err: expect.stringContaining('--to http') });
  expect(await run('payout', '--to', receiver.url)).toMatchObject({
    exitCode: 2,
    err: expect.stringContaining('has payoutSent'),
  });
  expect(await run('payoutSent', '--to', 'http://receiver.example.com/')).toMatchObject({
    exitCode: 2,
    err: expect.stringContaining('receiver.example.com for this one'),
  });
});
