import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drydock, type Coverage, type MockClient } from '../../client/index.js';
import { temporaryFolder } from '../../testing/temporary-folder.js';
import { callCommand } from '../testing/call-command.js';

const token = 'a-token-for-tests';
let mock: MockClient;
let env: NodeJS.ProcessEnv;

/** The covered statuses of listCategories in a report. */
function metIn(out: string): string[] {
  const { operations } = JSON.parse(out) as Coverage;
  const { statuses } = operations.find(({ id }) => id === 'listCategories')!;
  return Object.keys(statuses).filter((status) => statuses[status]);
}

beforeAll(async () => {
  mock = await drydock.start({ controlToken: token });
  env = { DRYDOCK_URL: mock.url, DRYDOCK_CONTROL_TOKEN: token };
  const [one, two] = [mock.sandbox('one'), mock.sandbox('two')];
  await fetch(`${one.url}/categories`, { headers: one.headers() });
  await fetch(`${two.url}/categories`, { headers: two.headers('status-500') });
});
afterAll(() => mock.close());

describe('drydock coverage', () => {
  it('reports on all sandboxes together, or on one', async () => {
    const all = await callCommand(['coverage', '--json'], env);
    expect({ ...all, out: metIn(all.out) }).toEqual({ exitCode: 0, out: ['200', '500'], err: '' });
    const one = await callCommand(['coverage', '--json', '--sandbox', 'one'], env);
    expect(metIn(one.out)).toEqual(['200']);
  });

  it('prefers flags to the environment, and prints text for people', async () => {
    const args = ['coverage', '--url', mock.url, '--control-token', token];
    const { out, exitCode } = await callCommand(args, { DRYDOCK_URL: 'http://127.0.0.1:1' });
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^operation +met +statuses +errors +fields\nlistCategories +yes +2\/\d/);
    expect(out).toContain('getOrder: never requested');
  });

  it('fails with a sentence for each threshold that is missed', async () => {
    const thresholds = [
      '--min-operations',
      '1',
      '--min-errors',
      '80',
      '--min-fields',
      '1',
      '--min-statuses',
      '0',
    ];
    const { out, err, exitCode } = await callCommand(['coverage', ...thresholds], env);
    expect(err.split('\n')).toEqual([
      expect.stringMatching(
        /^Only [\d.]+% of the errors were met \(1 of \d+\); at least 80% is asked for\.$/,
      ),
      expect.stringMatching(
        /^Only 0% of the request fields were met \(0 of \d+\); at least 1% is asked for\.$/,
      ),
    ]);
    expect(out).toContain('listCategories');
    expect(exitCode).toBe(1);
  });

  it('reads thresholds from the environment', async () => {
    expect((await callCommand(['coverage'], { ...env, DRYDOCK_MIN_OPERATIONS: '99' })).exitCode).toBe(1);
    expect((await callCommand(['coverage'], { ...env, DRYDOCK_MIN_OPERATIONS: '1' })).exitCode).toBe(0);
  });

  it('shows an unused sandbox as having met nothing, with the nearest name', async () => {
    const { out, err, exitCode } = await callCommand(['coverage', '--sandbox', 'tow'], env);
    expect([err, exitCode]).toEqual(['No request has come to the sandbox "tow" yet. Did you mean two?', 0]);
    expect(out).toContain('listCategories');
    expect((await callCommand(['coverage', '--sandbox', 'tow', '--min-operations', '1'], env)).exitCode).toBe(
      1,
    );
  });

  it.each([
    [[], { XDG_RUNTIME_DIR: temporaryFolder() }, 'No mock of yours runs here'],
    [['--min-errors', '101'], env, 'must be a whole number from 0 to 100'],
    [['--url', 'nowhere'], { DRYDOCK_CONTROL_TOKEN: token }, '--url must be an http or https address'],
    [['--sandbox', 'a b'], { DRYDOCK_CONTROL_TOKEN: token }, "A sandbox's name must be"],
  ])('refuses %j in one line', async (args, variables, reason) => {
    const { out, err, exitCode } = await callCommand(['coverage', ...args], variables);
    expect({ out, exitCode }).toEqual({ out: '', exitCode: 2 });
    expect(err).toContain(reason);
    expect(err).not.toContain('\n');
  });

  it('ends with 3 when the mock can not be reached', async () => {
    const nobody = await callCommand(['coverage', '--url', 'http://127.0.0.1:1'], env);
    expect(nobody).toMatchObject({ out: '', exitCode: 3 });
    expect(nobody.err).toMatch(/^Failed to reach the mock at http:\/\/127\.0\.0\.1:1\/__drydock: [^\n]+$/);
    const refused = await callCommand(['coverage', '--control-token', 'not-the-token'], env);
    expect(refused).toMatchObject({ out: '', exitCode: 3 });
    expect(refused.err).toContain('control token');
  });
});
