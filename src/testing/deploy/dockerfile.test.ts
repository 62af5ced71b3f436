/**
 * The Dockerfile's steps, executed outside Docker: what COPY names is copied into empty folders, the build runs there, and
 * the last stage's command serves from nothing but what was copied. `npm ci` and `npm prune` are stood in for by links.
 */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { packageFile } from '../../contract/package-root.js';
import { temporaryFolder } from '../temporary-folder.js';

const stages = parseDockerfile(readFileSync(packageFile('deploy', 'Dockerfile'), 'utf8'));
const [build, runtime] = stages;
const lock = JSON.parse(readFileSync(packageFile('package-lock.json'), 'utf8')) as {
  packages: Record<string, { dev?: boolean; hasInstallScript?: boolean }>;
};
const production = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && !dev);

/** Does what COPY does: a folder's content, or files into a folder. */
function copy(text: string, from: (path: string) => string, to: string): void {
  const words = text.split(' ').filter((word) => !word.startsWith('--'));
  const target = words.pop() ?? '.';
  for (const source of words) {
    const destination = target.endsWith('/') ? join(to, target, basename(source)) : join(to, target);
    cpSync(from(source), destination, { recursive: true });
  }
}

/** Links the packages that an install without the development ones would leave. */
function linkProduction(folder: string): void {
  for (const [path] of production) {
    if (path.lastIndexOf('node_modules/') !== 0 || !existsSync(packageFile(path))) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(packageFile(path), join(folder, path));
  }
}

function runBuildStage(): string {
  const folder = temporaryFolder();
  const ignored = readFileSync(packageFile('deploy', 'Dockerfile.dockerignore'), 'utf8').split('\n');
  for (const { name, text } of build?.instructions ?? []) {
    if (name === 'COPY') {
      const named = text.split(' ').slice(0, -1);
      expect(named.filter((path) => !ignored.includes(`!${path}`))).toEqual([]);
      copy(text, (path) => packageFile(path), folder);
    }
    if (name !== 'RUN') continue;
    for (const command of text.split(' && ')) {
      if (command.startsWith('npm ci'))
        symlinkSync(packageFile('node_modules'), join(folder, 'node_modules'));
      else if (command !== 'npm prune --omit=dev')
        execFileSync('sh', ['-c', command], { cwd: folder, stdio: 'pipe' });
    }
  }
  return folder;
}

function runtimeFolder(built: string): string {
  const folder = temporaryFolder();
  for (const text of textsOf(runtime ?? { name: '', image: '', instructions: [] }, 'COPY')) {
    if (text.endsWith(' node_modules')) linkProduction(folder);
    else copy(text, (path) => path.replace(/^\/app/, built), folder);
  }
  return folder;
}

const last = (name: string) =>
  textsOf(runtime ?? { name: '', image: '', instructions: [] }, name).at(-1) ?? '';
const argumentsOf = (text: string) => JSON.parse(text.slice(text.indexOf('['))) as string[];

it('the Dockerfile builds from what it copies, and serves from what its last stage copies', async () => {
  const folder = runtimeFolder(runBuildStage());
  const [, ...args] = [...argumentsOf(last('ENTRYPOINT')), ...argumentsOf(last('CMD'))];
  expect(args).toContain('0.0.0.0');
  const mock = spawn(process.execPath, [...args, '--port', '0'], {
    cwd: folder,
    env: { NODE_ENV: 'production' },
  });
  const exited = new Promise((resolve) => mock.once('exit', resolve));
  try {
    const [line] = await Promise.race([
      new Promise<string[]>((resolve) =>
        mock.stdout.once('data', (data) => resolve(String(data).split('\n'))),
      ),
      exited.then(() => ['it ended']),
    ]);
    const url = line?.replace('Drydock ready at ', '') ?? '';
    const response = await fetch(`${url}/categories`, { headers: { Authorization: 'Bearer dk_test_a' } });
    expect(response.status).toBe(200);
    const page = await fetch(new URL('/__drydock/', url));
    expect(page.status).toBe(200);
    const [, ...check] = argumentsOf(last('HEALTHCHECK'));
    const health = (port: string) =>
      execFileSync(process.execPath, check, { env: { DRYDOCK_PORT: port }, stdio: 'pipe' });
    health(new URL(url).port);
    expect(() => health('1')).toThrow();
  } finally {
    mock.kill('SIGTERM');
  }
  expect(await exited).toBe(0);
}, 600_000);

it('the Dockerfile exposes the port of the service and that of the page, which is fixed', () => {
  expect(last('EXPOSE')).toBe('4010 4011');
  expect(last('ENV')).toBe('DRYDOCK_CONTROL_PORT=4011');
});

it('the Dockerfile pins its image by digest, and does not run as root', () => {
  const images = new Set(stages.map(({ image }) => image));
  expect([...images]).toEqual([expect.stringMatching(/^node:20-[a-z]+-slim@sha256:[0-9a-f]{64}$/)]);
  expect(last('USER')).toBe('1000:1000');
});

it('no runtime package runs a script when it is installed', () => {
  expect(production.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual([]);
  expect(production.length).toBeGreaterThan(50);
});

/** An instruction of a Dockerfile, as far as ours uses them. */
interface Instruction {
  readonly name: string;
  /** Everything behind the name. */
  readonly text: string;
}

interface Stage {
  readonly name: string | undefined;
  readonly image: string;
  readonly instructions: readonly Instruction[];
}

/** The stages of a Dockerfile. @throws Error for a line that is no instruction known here */
function parseDockerfile(source: string): Stage[] {
  const stages: { name: string | undefined; image: string; instructions: Instruction[] }[] = [];
  for (const line of source.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, name, text] =
      /^(FROM|WORKDIR|COPY|RUN|ENV|USER|EXPOSE|HEALTHCHECK|ENTRYPOINT|CMD) (.+)$/.exec(line) ?? [];
    if (name === undefined || text === undefined) throw new Error(`No instruction: ${line}`);
    const [, image, stage] = /^(\S+)(?: AS (\S+))?$/.exec(text) ?? [];
    if (name === 'FROM') stages.push({ name: stage, image: image ?? '', instructions: [] });
    else stages.at(-1)?.instructions.push({ name, text });
  }
  return stages;
}

/** The texts of one kind of instruction, in order. */
function textsOf({ instructions }: Stage, name: string): string[] {
  return instructions.filter((one) => one.name === name).map(({ text }) => text);
}
