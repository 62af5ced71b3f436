import { describe, expect, it } from '@jest/globals';
import { readFlags } from '../flags.js';
import { mock, optionsOf } from './mock.js';

/** What the command prints until it listens; then it is stopped. */
async function startLines(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string[]> {
  const lines: string[] = [];
  const given = readFlags(mock.flags, ['--port', '0', ...args], env, 0);
  const out = (line: string): void => {
    lines.push(line);
  };
  expect(
    await mock.run(given, {
      ...{ out, write: out, err: () => undefined, progress: () => undefined },
      ...{ isTerminal: false, env, stopped: Promise.resolve() },
    }),
  ).toBe(0);
  return lines;
}

describe('drydock mock', () => {
  it('prints its address first, then key, page, reference and token, once each', async () => {
    const lines = await startLines([]);
    const names = lines.map((line) => line.trim().split(/\s+/, 1)[0]);
    expect(lines[0]).toMatch(/^Drydock ready at http:\/\/127\.0\.0\.1:\d+\/api\/v1\/developer$/);
    expect(names).toEqual(['Drydock', 'key', 'page', 'reference', 'token', 'try']);
    const [, token = ''] = /page +\S+\/__drydock\/#token=([\w-]{43})$/.exec(lines[2] ?? '') ?? [];
    expect(lines.join('\n').split(token)).toHaveLength(2);
  });

  it('does not print a token that was given by flag or environment', async () => {
    for (const lines of [
      await startLines(['--control-token', 'chosen-token']),
      await startLines([], { DRYDOCK_CONTROL_TOKEN: 'chosen-token' }),
    ]) {
      expect(lines.join('\n')).not.toContain('chosen-token');
      expect(lines).toContainEqual(expect.stringMatching(/token +as given with --control-token/));
    }
  });

  it('reads the flags of the control API', () => {
    const args = ['--control-token', 'chosen-token', '--allow-host', 'a.test', '--allow-host', 'b.test'];
    expect(optionsOf(readFlags(mock.flags, args, {}, 0))).toMatchObject({
      controlToken: 'chosen-token',
      allowHosts: ['a.test', 'b.test'],
    });
  });
});
