/** Nothing that a file, a document or a server says reaches a terminal as a character that it obeys. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unsafeCharacters } from '../contract/printing/unsafe-characters.js';
import { temporaryFolder } from '../testing/temporary-folder.js';
import type { Terminal } from './command.js';
import { safeTerminal } from './safe-terminal.js';
import { callCommand } from './testing/call-command.js';
import { runCli } from './testing/run-cli.js';

/** Sets the clipboard (OSC 52), hides text, moves the cursor, and begins a sequence with one character of C1. */
const hostile = '\u001b]52;c;ZXZpbA==\u0007\u001b[8m\u001b[2J\u009b31m\u202e';
const obeyed = new RegExp(`[${unsafeCharacters}]`, 'u');
const folder = temporaryFolder();

function fileOf(name: string, content: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(content));
  return file;
}

/** `verify` needs the built command for its thread. */
const outputOf = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  (args[0] === 'verify' ? runCli : callCommand)(args, env);

const document = fileOf('document.json', {
  openapi: '3.1.0',
  info: { title: hostile, version: '1' },
  paths: {
    [`/pets/${hostile}`]: {
      get: {
        operationId: `get${hostile}`,
        summary: hostile,
        parameters: [{ name: hostile, in: 'query', schema: { type: 'string', [`odd${hostile}`]: 1 } }],
        responses: { 200: { description: hostile } },
      },
    },
  },
});
const har = fileOf('recording.har', {
  log: {
    entries: [
      {
        startedDateTime: '2026-01-01T00:00:00Z',
        request: {
          method: 'GET',
          url: 'http://a.test/api/v1/developer/categories',
          headers: [{ name: `X-Key${hostile}`, value: 'secret-value-1' }],
          queryString: [{ name: hostile, value: hostile }],
        },
        response: {
          status: 200,
          headers: [{ name: 'Content-Type', value: 'application/json' }],
          content: {
            mimeType: 'application/json',
            text: JSON.stringify({ [`password${hostile}`]: hostile, [hostile]: hostile }),
          },
        },
      },
    ],
  },
});

describe('a line for a terminal', () => {
  it.each<[string, string[]]>([
    ['the scenarios of a document', ['scenarios', '--spec', document]],
    ['the scenarios of a document as JSON', ['scenarios', '--spec', document, '--json']],
    ['a file compiled from a document', ['compile', document, '--output', join(folder, `${hostile}.mjs`)]],
    [
      'an imported recording',
      ['scenarios', 'import', har, '--name', 'made', '--scenarios', join(folder, 'in')],
    ],
    ['a judged recording', ['drift', har]],
    ['a recording that is not there', ['drift', `${hostile}.har`]],
    ['an unknown command', [hostile]],
    ['an unknown flag', ['mock', `--${hostile}`]],
    ['a document with an odd name', ['mock', '--spec', `${hostile}.yaml`]],
    ['a target', ['verify', `http://127.0.0.1:1/${hostile}`]],
  ])('of %s has no character that it obeys', async (_, args) => {
    const { out, err } = await outputOf(args, { [`DRYDOCK_${hostile}`]: '1' });
    expect(out + err).not.toBe('');
    expect(out + err).not.toMatch(obeyed);
  });

  it.each<[string[]]>([
    [['verify', 'ftp://me:hunter2@host']],
    [['verify', 'http://me:hunter2/x@127.0.0.1:1']],
    [['verify', 'http://me:hunter2@127.0.0.1:1']],
    [['proxy', 'ftp://me:hunter2@host']],
    [['mock', '--redis', 'http://:hunter2@host']],
    [['mock', '--public-url', 'ftp://me:hunter2@host']],
    [['mock', '--spec', 'ftp://me:hunter2@host']],
    [['mock', '--tariffs', 'http://me:hunter2@host/']],
    [['mock', '--scenarios', 'http://me:hunter2@host']],
    [['mock', '--watch=http://me:hunter2@host']],
    [['mock', 'http://me:hunter2@host']],
    [['drift', 'http://me:hunter2@host/x.har']],
    [['drift', 'x.har', '--base', 'ftp://me:hunter2@host']],
    [['reset', '--url', 'http://me:hunter2@127.0.0.1:1']],
    [['http://me:hunter2@host']],
  ])('of %j shows no password', async (args) => {
    const { out, err, exitCode } = await outputOf(args);
    expect(exitCode).not.toBe(0);
    expect(out + err).not.toContain('hunter2');
  });

  it('keeps colours where there are some, and nothing that hides', () => {
    let written = '';
    const terminal = { color: true, out: (line: string) => (written = line) } as unknown as Terminal;
    safeTerminal(terminal).out('\u001b[31mred\u001b[0m\tone\ntwo \u001b[8mhidden \u001b]52;c;x\u0007 \u2028');
    expect(written).toBe('\u001b[31mred\u001b[0m\tone\ntwo \\u001b[8mhidden \\u001b]52;c;x\\u0007 \\u2028');
  });
});
