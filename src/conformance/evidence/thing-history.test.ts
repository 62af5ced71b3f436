/** A failure that takes several requests to see is reported with all of them, in the order to send them. */
import { execFile } from 'node:child_process';
import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReport, reportNames } from '../../reports/registry.js';
import { documentContract } from '../testing/document-contract.js';
import { runSuite, type SuiteRun } from '../testing/run-suite.js';
import { httpServer, type SmallServer } from '../testing/small-server.js';
import { keys, smallService, success } from '../testing/small-service.js';
import { describeUnless, whyMissing } from '../../testing/unless.js';
import { todoKey, todoServer } from '../testing/todo-server.js';

describe('a change that does not show', () => {
  let run: SuiteRun;
  let failure: SuiteRun['failures'][number];
  beforeAll(async () => {
    // Its GET has the same title, whatever has changed it.
    const server = await todoServer(false);
    run = await runSuite({
      ...{ url: server.url, contract: await documentContract('todo'), key: todoKey },
      ...{ only: 'resources/changes-show', allowWrites: true },
    });
    await server.close();
    const found = run.failures.find(({ actual }) => actual === 'title as before changeTodo');
    if (found === undefined) throw new Error('The change seems to show.');
    failure = found;
  });

  it('is shown with what made the thing, its state before, and the change', () => {
    const pathOf = (url: string) => new URL(url).pathname;
    const path = pathOf(failure.sent.url);
    const requests = failure.before.map(
      ({ sent, answer }) => `${sent.method} ${pathOf(sent.url)} ${answer.status}`,
    );
    expect(path).toMatch(/^\/todos\/\d+$/);
    expect(requests).toEqual(['POST /todos 201', `PUT ${path} 200`, `GET ${path} 200`, `PATCH ${path} 200`]);
    const change = failure.before.at(-1);
    expect(change?.title).toBe('other values for what was made');
    expect(change?.case).toMatch(/^resources\/changes-show\/changeTodo\/createTodo other values/);
    expect(change?.sent.body).toMatch(/"title"/);
    expect(change?.sent.curl).toMatch(/^curl .*\$DRYDOCK_KEY/s);
  });

  it('is reported with every command in every format that has commands', async () => {
    const commands = [...failure.before, failure].map(({ sent }) => sent.curl);
    for (const name of reportNames) {
      const report = await createReport(name);
      const text = run.events.map((event) => report.write(event)).join('');
      const plain = text
        .replaceAll('&#39;', "'")
        .replaceAll('&apos;', "'")
        .replaceAll('\\"', '"')
        .replaceAll('&quot;', '"');
      const places = commands.map((command) => plain.indexOf(command));
      expect([name, places.includes(-1)]).toEqual([name, false]);
    }
  });
});

/** Once a connection has shown an unknown key, it gets no categories any more. */
const withoutCategories = new WeakSet<Socket>();
const forgetful = smallService((response, { request }) => {
  if (request.headers.authorization?.endsWith(keys.valid) !== true) withoutCategories.add(request.socket);
  const isEmptied = response.status === 200 && withoutCategories.has(request.socket);
  return isEmptied && request.url === '/categories' ? success([]) : response;
});

describeUnless(whyMissing('curl'), 'a failure that takes several requests on one connection', () => {
  let server: SmallServer;
  beforeAll(async () => {
    server = await httpServer(forgetful);
  });
  afterAll(() => server.close());

  it('is shown by one command that reproduces it when pasted', async () => {
    const { failures } = await runSuite({ url: server.url, only: 'requests/one-after-another' });
    const found = failures.find(({ actual }) => actual.startsWith('no results'));
    expect(found?.before.length).toBeGreaterThan(1);
    const env = { PATH: process.env.PATH, DRYDOCK_KEY: keys.valid, DRYDOCK_EXPIRED_KEY: keys.expired };
    const run = async (command = '') =>
      (
        await promisify(execFile)('sh', ['-c', command], {
          env: { ...env, DRYDOCK_LIMITED_KEY: keys.limited },
        })
      ).stdout;
    const output = await run(found?.sent.curl);
    expect(output.split('HTTP/1.1 ')).toHaveLength((found?.before.length ?? 0) + 2);
    expect(output).toMatch(/"data":\[\{.*"data":\[\],"errors":\[\],"response_code":"200"\}$/s);
    // The same request alone gets its categories.
    const [first] = found?.before ?? [];
    expect(await run(first?.sent.curl)).toMatch(/"data":\[\{/);
  });
});
