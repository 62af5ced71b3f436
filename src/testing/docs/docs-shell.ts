import { spawn } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { transformSync } from 'esbuild';
import { packageFile } from '../../contract/package-root.js';
import { comparerFor } from '../../document-comparer.js';
import { createServer } from '../../server/create-server.js';
import { shippingService } from '../../shipping/shipping-service.js';
import { suiteFor } from '../../suite-runner.js';

/** The addresses and the token that the pages speak of, whatever the test's server really has. */
const printedAuthority = '127.0.0.1:4010';
const printedControl = '127.0.0.1:4011';
const printedToken = 'dk_control_demo';

export type DocsShell = Awaited<ReturnType<typeof openDocsShell>>;

/** Runs a page's commands as its reader would: in a project that has installed the package, beside a fresh mock. */
export async function openDocsShell() {
  const folder = openProject();
  // As the command starts it, whose sentences name flags.
  const mock = await createServer({
    ...{ service: shippingService({}), suite: suiteFor({}), compare: comparerFor({}) },
    ...{ port: 0, controlPort: 0, clock: '2026-01-15T09:30:00Z', controlToken: printedToken },
  });
  const authority = new URL(mock.origin).host;
  const control = new URL(mock.control?.origin ?? '').host;
  const asReal = replacing({
    ...{ [printedAuthority]: authority, [printedControl]: control },
    '--port 4010': `--port ${new URL(mock.origin).port}`,
  });
  const asPrinted = replacing({ [authority]: printedAuthority, [control]: printedControl });
  const env = {
    ...process.env,
    ...{ DRYDOCK_CONTROL_TOKEN: printedToken, TEST_COUNTS: '', NO_COLOR: '1' },
    PATH: `${join(folder, '.bin')}${delimiter}${process.env.PATH ?? ''}`,
  };
  const execute = (args: readonly string[], input: readonly string[] = []) =>
    runProcess(args, { cwd: folder, env }, input);
  return {
    /** The lines that a command prints, errors too. @param input the lines that it reads */
    async run(command: string, input: readonly string[] = []) {
      const { printed } = await execute(['sh', '-c', asReal(command)], input);
      const installed = join('node_modules', 'drydock-kit');
      const shown = asPrinted(printed)
        .replaceAll(packageFile(), installed)
        .replaceAll('\r', '')
        .replace(/\n$/, '');
      // Progress of the suite, which only a slow machine shows.
      return shown === '' ? [] : shown.split('\n').filter((line) => !/^\d+\/\d+ /.test(line));
    },
    /** Runs a block of `sh` or `ts`. @returns what it printed @throws Error with that when it fails */
    async runScript(language: 'sh' | 'ts', text: string) {
      const script = asReal(text);
      if (language === 'ts') writeFileSync(join(folder, 'module.mjs'), javascriptOf(script));
      const { printed, status } = await execute(
        language === 'ts' ? [process.execPath, 'module.mjs'] : ['sh', '-e', '-c', script],
      );
      if (status !== 0) throw new Error(`It ended with ${String(status)} and printed:\n${printed}`);
      return printed;
    },
    async close() {
      await mock.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Replaces whole addresses, all in one pass: a real port may begin as a printed one does. */
function replacing(addresses: Readonly<Record<string, string>>): (text: string) => string {
  const any = new RegExp(`(?:${Object.keys(addresses).join('|').replaceAll('.', '\\.')})(?!\\d)`, 'g');
  return (text) => text.replace(any, (address) => addresses[address] ?? address);
}

/** A project in which `npx drydock-kit` and `import 'drydock-kit'` find this package; no other name does. */
function openProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'drydock-docs-'));
  const main = packageFile('dist', 'src', 'cli', 'main.js');
  mkdirSync(join(folder, 'node_modules'));
  mkdirSync(join(folder, '.bin'));
  symlinkSync(packageFile(), join(folder, 'node_modules', 'drydock-kit'));
  for (const name of ['supertest', 'msw'])
    symlinkSync(packageFile('node_modules', name), join(folder, 'node_modules', name));
  addPackage(folder, 'cypress', packageFile('src', 'testing', 'docs', 'cypress-stub.mjs'));
  const npx = [
    `[ "$1" = drydock-kit ] || { echo "npx: $1 is not drydock-kit" >&2; exit 127; }`,
    `shift; exec "${process.execPath}" "${main}" "$@"`,
  ];
  writeFileSync(join(folder, '.bin', 'npx'), `#!/bin/sh\n${npx.join('\n')}\n`);
  chmodSync(join(folder, '.bin', 'npx'), 0o755);
  return folder;
}

function addPackage(project: string, name: string, module: string): void {
  const folder = join(project, 'node_modules', name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, exports: './index.mjs' }));
  copyFileSync(module, join(folder, 'index.mjs'));
}

function javascriptOf(script: string): string {
  return transformSync(script, { loader: 'ts', format: 'esm', target: 'es2022' }).code;
}

function runProcess(
  [program = '', ...args]: readonly string[],
  place: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
  input: readonly string[],
): Promise<{ printed: string; status: number | null }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...place, stdio: 'pipe' });
    let printed = '';
    const take = (chunk: Buffer): void => {
      printed += chunk.toString();
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.once('error', reject);
    // A filter such as head ends before it has read everything.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input.map((line) => `${line}\n`).join(''));
    child.once('close', (status) => {
      resolve({ printed, status });
    });
  });
}
