import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createApp } from '../index.js';
import { mock, optionsOf } from './commands/mock.js';
import { describeFlags, readFlags } from './flags.js';
import { explainFailure } from './explain-failure.js';
import { temporaryFolder } from '../testing/temporary-folder.js';
import { callCommand } from './testing/call-command.js';

/** The options that a command line of `drydock mock` gives. */
const options = (args: string[], env: Record<string, string> = {}) =>
  optionsOf(readFlags(mock.flags, args, env, 0));

/** The error and exit code of a command line that can't be used. */
async function refusalOf(args: string[], env: Record<string, string> = {}) {
  try {
    const app = await createApp(options(args, env));
    await app.close();
  } catch (error) {
    return explainFailure(error);
  }
  return undefined;
}

describe('an unusable command line is refused with one sentence that says how to fix it', () => {
  it.each<[string[], string | RegExp]>([
    [['--prot', '1'], 'Unknown flag --prot. Did you mean --port?'],
    [['-p', '1'], /^Unknown flag -p\. /],
    [['--constructor'], /^Unknown flag --constructor\. /],
    [['--no-watch'], /^Unknown flag --no-watch\. /],
    [['--port'], '--port needs a value: --port N.'],
    [['--host='], '--host needs a value: --host H.'],
    [['--host', ''], '--host needs a value: --host H.'],
    [['--port', '--watch'], '--port needs a value: --port N.'],
    [['--port', '70000'], '--port must be a whole number from 0 to 65535, got "70000".'],
    [['--port', '-1'], '--port must be a whole number from 0 to 65535, got "-1".'],
    [['--port', '0x10'], '--port must be a whole number from 0 to 65535, got "0x10".'],
    [['--port', '1.5'], '--port must be a whole number from 0 to 65535, got "1.5".'],
    [['--watch=yes'], '--watch takes no value, got "yes".'],
    [['--quota', '10'], '--quota must be requests per seconds such as 1000/60s, or off, got "10".'],
    [['--quota', '10/0s'], /^--quota must be /],
    [['--examples', 'some'], '--examples must be strict or document, got "some".'],
    [['--quota', 'many/60s'], /^--quota must be /],
    [['--seed', '4294967296'], '--seed must be a whole number from 0 to 4294967295, got "4294967296".'],
    [
      ['--clock', 'soon'],
      '--clock must be an ISO 8601 time with zone such as 2026-01-01T00:00:00Z, got "soon".',
    ],
    [['--clock', '2026-13-01T00:00:00Z'], /^--clock must be /],
    [['--public-url', 'ftp://x'], /^--public-url must be an http or https address .*, got "ftp:\/\/x"\.$/],
    [
      ['--public-url', 'https://mock.example.com/?a=b'],
      /^--public-url must be .* without query and fragment/,
    ],
    [['http://x'], 'Unexpected argument "http://x". --help says what it takes.'],
  ])('%j', async (args, line) => {
    expect(await refusalOf(args)).toEqual({
      exitCode: 2,
      line: typeof line === 'string' ? line : (expect.stringMatching(line) as unknown),
    });
  });
});

describe('flags', () => {
  it('become the options of the mock', () => {
    expect(
      options([
        ...['--port', '0', '--host=::1', '--seed', '7', '--quota', '5/10', '--key', 'a', '--key=b'],
        ...['--clock', '2026-01-01', '--public-url', 'https://x/', '--watch', '--validate-responses'],
      ]),
    ).toMatchObject({
      ...{ port: 0, host: '::1', seed: 7, quota: { limit: 5, windowSeconds: 10 }, keys: ['a', 'b'] },
      ...{ clock: '2026-01-01', publicUrl: 'https://x', watch: true, validateResponses: true },
    });
    expect(options(['--quota', 'off'])).toEqual({ controlPort: 'auto', quota: 'off' });
  });

  it('can be set in the environment; the command line wins', () => {
    const env = { DRYDOCK_PORT: '1', DRYDOCK_PUBLIC_URL: 'http://x', DRYDOCK_KEY: 'a,b', DRYDOCK_WATCH: '1' };
    expect(options(['--port', '2'], env)).toMatchObject({
      port: 2,
      publicUrl: 'http://x',
      keys: ['a', 'b'],
      watch: true,
    });
    for (const off of ['0', 'false', 'no', 'OFF', ''])
      expect(options([], { DRYDOCK_WATCH: off })).toEqual({ controlPort: 'auto' });
    for (const on of ['1', 'true', 'yes', 'ON'])
      expect(options([], { DRYDOCK_WATCH: on })).toMatchObject({ watch: true });
  });

  it('are refused in the environment as on the command line, switches too', async () => {
    expect(await refusalOf([], { DRYDOCK_STRICT_KEYS: 'banana' })).toEqual({
      exitCode: 2,
      line: 'DRYDOCK_STRICT_KEYS must be true or false, got "banana".',
    });
  });

  it('have an error line for a variable that no command reads, and none for one that another command reads', async () => {
    const { err, exitCode } = await callCommand(['scenarios', 'check', 'scenarios'], {
      ...{ DRYDOCK_STRICT_KEY: '1', DRYDOCK_LEVEL: 'must', DRYDOCK_AUTH_BASIC: 'a:b', DRYDOCK_EMPTY: '' },
      DRYDOCK_CACHE: 'off',
    });
    expect({ err, exitCode }).toEqual({
      err: 'The variable DRYDOCK_STRICT_KEY is not known and has no effect. Did you mean DRYDOCK_STRICT_KEYS?',
      exitCode: 0,
    });
  });

  it('have no such line for a variable that the configuration file names', async () => {
    const file = join(temporaryFolder(), 'drydock.config.yaml');
    writeFileSync(
      file,
      'targets: { staging: { url: "http://127.0.0.1:1", key: { env: DRYDOCK_STAGING_KEY } } }\n',
    );
    const env = { DRYDOCK_STAGING_KEY: 'dk_test_a', DRYDOCK_STAGING_KEYS: 'x' };
    const { err } = await callCommand(['verify', 'staging', '--config', file, '--list'], env);
    expect(err).toBe(
      'The variable DRYDOCK_STAGING_KEYS is not known and has no effect. Did you mean DRYDOCK_STAGING_KEY?',
    );
  });

  it('are all in the help, with their defaults', () => {
    const help = describeFlags(mock.flags);
    for (const [name, flag] of Object.entries(mock.flags)) {
      expect(help).toContain(`--${name}${flag.value === undefined ? '' : ` ${flag.value}`}`);
      const shown = flag.defaultText ?? flag.default;
      expect(help).toContain(shown === undefined ? flag.help : `${flag.help} (${shown})`);
    }
  });
});
