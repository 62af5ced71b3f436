import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { packageFile } from '../../contract/package-root.js';
import { createServer } from '../../index.js';

/** The address and the token that README speaks of, whatever the test's server really has. */
const printedAuthority = '127.0.0.1:4010';
const printedToken = 'dk_control_demo';

/** Runs README's commands as its reader would: in a shell, in an empty folder, beside a fresh mock. */
export interface ReadmeShell {
  /** The lines that a command prints, errors too. */
  run(command: string): Promise<string[]>;
  close(): Promise<void>;
}

export async function openReadmeShell(): Promise<ReadmeShell> {
  const folder = mkdtempSync(join(tmpdir(), 'drydock-readme-'));
  const mock = await createServer({ port: 0, clock: '2026-01-15T09:30:00Z', controlToken: printedToken });
  const authority = new URL(mock.origin).host;
  const main = packageFile('dist', 'src', 'cli', 'main.js');
  writeShim(folder, 'drydock', `exec "${process.execPath}" "${main}" "$@"`);
  writeShim(folder, 'npx', 'shift; exec drydock "$@"');
  const env = {
    ...process.env,
    PATH: `${folder}${delimiter}${process.env.PATH ?? ''}`,
    DRYDOCK_CONTROL_TOKEN: printedToken,
    NO_COLOR: '1',
  };
  return {
    async run(command) {
      const printed = await runShell(command.replaceAll(printedAuthority, authority), folder, env);
      return printed
        .replaceAll(authority, printedAuthority)
        .replaceAll(packageFile(), '.')
        .replaceAll('\r', '')
        .replace(/\n$/, '')
        .split('\n');
    },
    async close() {
      await mock.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function writeShim(folder: string, name: string, line: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${line}\n`);
  chmodSync(join(folder, name), 0o755);
}

function runShell(command: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const shell = spawn('sh', ['-c', command], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    const take = (chunk: Buffer): void => {
      printed += chunk.toString();
    };
    shell.stdout.on('data', take);
    shell.stderr.on('data', take);
    shell.once('error', reject);
    shell.once('close', () => {
      resolve(printed);
    });
  });
}
