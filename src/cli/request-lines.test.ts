/** The lines about requests that `drydock mock --workers N` shows a person, read from a terminal. */
import { expect, it } from 'vitest';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { CliProcess, whyNoTerminal } from '../testing/cli-process.js';
import { RedisServer, whyNoRedis } from '../testing/redis-server.js';
import { describeUnless } from '../testing/unless.js';

/** Sends a request on a connection of its own, which any worker may accept. */
async function ask(url: string, sandbox: string): Promise<void> {
  const headers = { Authorization: `Bearer dk_test_${sandbox}~flaky` };
  const asked = get(`${url}/categories`, { agent: false, headers });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  await once(answer.resume(), 'end');
}

describeUnless(whyNoRedis ?? whyNoTerminal, 'drydock mock --workers on a terminal', () => {
  it('shows one whole line for each request of every worker, behind its ready lines, also of the last before it stops', async () => {
    const redis = await RedisServer.start();
    const args = ['mock', '--port', '0', '--redis', redis.patientUrl, '--workers', '2'];
    const mock = new CliProcess(args, { NO_COLOR: '1' }, true);
    const url = (await mock.line(/ready at/)).replace('Drydock ready at ', '');
    await mock.line(/^ {2}workers/);
    const sandboxes = Array.from({ length: 60 }, (_, index) => `shop-${index + 10}`);
    await Promise.all(sandboxes.map((sandbox) => ask(url, sandbox)));
    mock.child.stdin?.write('\u0003');
    const { exitCode, out } = await mock.finished;

    expect(exitCode).toBe(0);
    const first = out.findIndex((line) => line.includes('shop-'));
    expect(out[first - 1]).toBe('  workers    2');
    // The terminal shows the key itself.
    const lines = out
      .slice(first)
      .map((line) => line.replace(/^\^C/, ''))
      .filter((line) => line !== '');
    expect(lines.map((line) => line.replace(/[\d.]+ ms$/, 'N ms')).sort()).toEqual(
      sandboxes.map((sandbox) => `500  GET     /api/v1/developer/categories  ${sandbox}  flaky  N ms`),
    );
  });
});
