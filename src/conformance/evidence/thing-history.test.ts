/** A failure that takes several requests to see is reported with all of them, in the order to send them. */
import { execFile } from 'node:child_process';
import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReport, reportNames } from '../../reports/registry.js';
import type { Failure } from '../events.js';
import { documentContract } from '../testing/document-contract.js';
import { runSuite, type SuiteRun } from '../testing/run-suite.js';
import { httpServer, type SmallServer } from '../testing/small-server.js';
import { keys, smallService, success } from '../testing/small-service.js';
import { describeUnless, whyMissing } from '../../testing/unless.js';
import { todoKey, todoServer } from '../testing/todo-server.js';

const pathOf = (url: string) => new URL(url).pathname;

/** Requests and statuses that go before a failure. */
function before({ before: earlier }: Failure): string[] {
  return earlier.map(({ sent, answer }) => `${sent.method} ${pathOf(sent.url)} ${answer.status}`);
}

/** What is found wrong with a list that checks little of a body, and whose GET has the same title, whatever has changed it. */
async function runAgainstTodos(only: string, actual: string): Promise<SuiteRun & { failure: Failure }> {
  const server = await todoServer(false);
  const run = await runSuite({
    ...{ url: server.url, contract: await documentContract('todo'), key: todoKey },
    ...{ only, allowWrites: true },
  });
  await server.close();
  const failure = run.failures.find((one) => one.actual === actual);
  if (failure === undefined) throw new Error(`Nothing was ${actual}.`);
  return { ...run, failure };
}

describe('a change that does not show', () => {
  let events: SuiteRun['events'];
  let failure: Failure;
  beforeAll(async () => {
    ({ events, failure } = await runAgainstTodos('resources/changes-show', 'title as before changeTodo'));
  });

  it('is shown with what made the thing, its state before, and the change', () => {
    const path = pathOf(failure.sent.url);
    expect(path).toMatch(/^\/todos\/\d+$/);
    expect(before(failure)).toEqual([
      ...['POST /todos 201', `PUT ${path} 200`],
      ...[`GET ${path} 200`, `PATCH ${path} 200`],
    ]);
    const change = failure.before.at(-1);
    expect(change?.title).toBe('other values for what was made');
    expect(change?.case).toMatch(/^resources\/changes-show\/changeTodo\/createTodo other values/);
    expect(change?.sent.body).toMatch(/"title"/);
    expect(change?.sent.curl).toMatch(/^curl .*\$DRYDOCK_KEY/s);
  });

  it('names the outcome that would have passed, and not those of other steps', () => {
    expect(failure.expected).toEqual([expect.stringMatching(/^after a PUT or PATCH: /)]);
  });

  it('is reported with every command in every format that has commands', async () => {
    const commands = [...failure.before, failure].map(({ sent }) => sent.curl);
    const withCommands: string[] = [];
    for (const name of reportNames) {
      const report = await createReport(name);
      const text = events.map((event) => report.write(event)).join('');
      const plain = text
        .replaceAll('&#39;', "'")
        .replaceAll('&apos;', "'")
        .replaceAll('\\"', '"')
        .replaceAll('&quot;', '"');
      if (!plain.includes('curl ')) continue;
      const shown = commands.filter((command) => plain.includes(command));
      expect([name, shown]).toEqual([name, commands]);
      withCommands.push(name);
    }
    const known = ['text', 'json', 'junit', 'sarif', 'html', 'markdown', 'ctrf', 'fix'];
    expect(withCommands).toEqual(expect.arrayContaining(known));
  });
});

it('a write that should have been refused is shown with what made the thing, without other writes before it', async () => {
  const { failure } = await runAgainstTodos('resources/invalid-requests', 'status 200');
  expect(before(failure)).toEqual(['POST /todos 201']);
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
