import { describe, expect, it } from 'vitest';
import { readFlags } from '../flags.js';
import type { Terminal } from '../command.js';
import { mock, optionsOf } from './mock.js';

/** Returns the output of the command until it listens, and stops it. */
async function startLines(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  seen: Partial<Terminal> = {},
): Promise<string[]> {
  const lines: string[] = [];
  const given = readFlags(mock.flags, ['--port', '0', ...args], env, 0);
  const out = (line: string): void => {
    lines.push(line);
  };
  expect(
    await mock.run(given, {
      ...{ out, write: out, err: () => undefined, progress: () => undefined },
      ...{ isTerminal: false, color: false, env, stopped: Promise.resolve(), ...seen },
    }),
  ).toBe(0);
  return lines;
}

/** One request, read to its end; then one of Drydock's own, which is not shown. */
async function ask(url: string): Promise<void> {
  const response = await fetch(`${url}/categories`, {
    headers: { Authorization: 'Bearer dk_test_seen~flaky' },
  });
  await response.text();
  await (await fetch(new URL('/__drydock/health', url))).text();
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

  it.each([
    ['a line for each request', [], ['200  GET     /api/v1/developer/categories  seen  flaky']],
    ['none with --quiet', ['--quiet'], []],
  ])('shows %s on a terminal', async (_what, args, expected) => {
    let url = '';
    const stop = new AbortController();
    const stopped = new Promise<void>((resolve) => stop.signal.addEventListener('abort', () => resolve()));
    const lines: string[] = [];
    const done = startLines(
      args,
      {},
      {
        ...{ isTerminal: true, stopped },
        out: (line) => {
          lines.push(line);
          url ||= /ready at (\S+)/.exec(line)?.[1] ?? '';
          if (line.includes('try  ')) void ask(url).then(() => stop.abort());
        },
      },
    );
    await done;
    const shown = lines
      .filter((line) => /^\d{3} /.test(line))
      .map((line) => line.replace(/ {2}[\d.]+ ms$/, ''));
    expect(shown.map((line) => line.replace(/^500/, '200'))).toEqual(expected);
  });

  it('reads the flags of the control API', () => {
    const args = ['--control-token', 'chosen-token', '--allow-host', 'a.test', '--allow-host', 'b.test'];
    expect(optionsOf(readFlags(mock.flags, args, {}, 0))).toMatchObject({
      controlToken: 'chosen-token',
      allowHosts: ['a.test', 'b.test'],
    });
  });
});
