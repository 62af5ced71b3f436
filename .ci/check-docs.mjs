// Runs the blocks of README and docs/ as a stranger does: from the packed file in an otherwise empty folder, with the real npx,
// a real shell, the ports that the pages name and a mock that the page itself starts. Nothing that the page didn't make is there:
// no token, no file, no network.
// Usage: node .ci/check-docs.mjs [--turn N | --alone | --in-order | PAGE...]; --turn takes README and an eighth of the pages, each in a
// folder of its own; --alone every page so; --in-order all of them in README's order in one folder.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { buildSync, transformSync } from 'esbuild';
import { installPackage } from './install-package.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { parsePage, shownOutput } = await importSource('src/testing/docs/parse-page.ts');
/** Packages that a page asks its reader to install: this repository's are linked, so that nothing is downloaded. */
const readersPackages = ['msw', 'supertest'];
const servesReason = 'it serves the blocks of this page until it is stopped';
/** Blocks that a stranger's folder can't run, by a part of their text. */
const exceptions = [
  ["from 'cypress'", 'Cypress downloads a browser of 500 MB; the tests of the pages have a stand-in'],
];

async function importSource(path) {
  const { outputFiles } = buildSync({
    ...{ entryPoints: [join(root, path)], bundle: true, format: 'esm', platform: 'node', write: false },
  });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
}

/** The pages in the order in which README names them, README first. */
function pageNames() {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const linked = [...readme.matchAll(/^\| .* \| \[.*\]\((docs\/[\w-]+\.md)\) \|$/gm)].map(([, page]) => page);
  return ['README.md', ...linked];
}

/** A folder with the packed build that is there, installed with the command of README. */
function openFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'drydock-stranger-'));
  installPackage(folder, true);
  for (const name of readersPackages)
    symlinkSync(join(root, 'node_modules', name), join(folder, 'project', 'node_modules', name));
  return folder;
}

/** A project as README's reader has it after the installation. */
function newProject(folder, name) {
  const project = join(folder, name);
  mkdirSync(project);
  cpSync(join(folder, 'project', 'package.json'), join(project, 'package.json'));
  execFileSync('cp', ['-al', join(folder, 'project', 'node_modules'), join(project, 'node_modules')]);
  return project;
}

/** The environment of the reader's shell: nothing of Drydock, of npm or of CI. */
function readersEnvironment(folder) {
  const home = join(folder, 'home');
  mkdirSync(home, { recursive: true });
  const { PATH, TMPDIR } = process.env;
  return { PATH, ...(TMPDIR && { TMPDIR }), HOME: home, LANG: 'C.UTF-8', NO_UPDATE_NOTIFIER: '1' };
}

/** Runs the blocks of a page in a project. @returns a line for each block that differs */
async function checkPage(page, project, env) {
  const parts = parsePage(readFileSync(join(root, page), 'utf8'));
  const blocks = parts.filter(({ kind }) => kind === 'console' || kind === 'script');
  if (blocks.length === 0) return [];
  const served = parts.find(({ kind, reason }) => kind === 'unrun' && reason === servesReason);
  const command = served?.text.split('#')[0].trim() ?? 'npx drydock-kit mock';
  const mock = await startMock(command, project, env);
  if (!mock) return [`${page}: ${command} does not get ready.`];
  const problems = [];
  try {
    for (const block of blocks) problems.push(...runBlock(block, project, env));
  } finally {
    process.kill(-mock.pid, 'SIGTERM');
    await once(mock, 'exit');
  }
  return problems.map((problem) => `${page}: ${problem}`);
}

/** Starts the page's mock in a group of processes of its own, with what npx starts between; undefined when it ends at once. */
async function startMock(command, cwd, env) {
  const mock = spawn('sh', ['-c', command], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: mock.stdout })) {
    if (line.startsWith('Drydock ready at ')) {
      mock.stdout.resume();
      return mock;
    }
  }
  return undefined;
}

function runBlock(block, cwd, env) {
  if (block.kind === 'console')
    return block.commands.flatMap(({ command, output }) => {
      const printed = shell(['sh', '-c', command], cwd, env).printed;
      const shown = shownOutput(output, lines(printed, cwd));
      const same = JSON.stringify(shown.map(timeless)) === JSON.stringify(output.map(timeless));
      return same
        ? []
        : [`$ ${command}\nprints\n${shown.join('\n')}\nand the page shows\n${output.join('\n')}`];
    });
  const why = exceptions.find(([text]) => block.text.includes(text))?.[1];
  if (why !== undefined) return [];
  if (block.language === 'ts')
    writeFileSync(join(cwd, 'module.mjs'), transformSync(block.text, { loader: 'ts' }).code);
  const args = block.language === 'ts' ? ['node', 'module.mjs'] : ['sh', '-e', '-c', block.text];
  const { printed, status } = shell(args, cwd, env);
  return status === 0 ? [] : [`${block.text}\nends with ${status} and prints\n${printed}`];
}

function shell([program, ...args], cwd, env) {
  const run = spawnSync('sh', ['-c', 'exec "$0" "$@" 2>&1', program, ...args], {
    cwd,
    env,
    encoding: 'utf8',
    input: '',
  });
  return { printed: run.stdout, status: run.status };
}

function lines(printed, project) {
  const text = printed.replaceAll(`${project}/`, '').replaceAll('\r', '').replace(/\n$/, '');
  return text === '' ? [] : text.split('\n').filter((line) => !/^\d+\/\d+ /.test(line));
}

/** Without what depends on the moment: the pages were printed under a frozen clock. */
function timeless(line) {
  return line
    .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?Z?/g, 'TIME')
    .replace(/\b\d+(\.\d+)? s(?:econds?)?\b/g, 'N s');
}

/** In a network of its own the ports of the pages are free, and nothing can be fetched; without `unshare` in this one. */
function runInside(folder, args) {
  const inside = [process.execPath, fileURLToPath(import.meta.url), '--inside', folder, ...args];
  const isolated = ['-rn', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
  const canIsolate = spawnSync('unshare', [...isolated, 'true']).status === 0;
  if (!canIsolate)
    console.log('No network of its own here: the ports 4010, 4011, 4020 and 4021 must be free.');
  const [program, ...rest] = canIsolate ? ['unshare', ...isolated, ...inside] : inside;
  return spawnSync(program, rest, { stdio: 'inherit' }).status ?? 1;
}

function chosenPages(args) {
  const names = pageNames();
  const turn = args.indexOf('--turn');
  if (turn !== -1) return names.filter((_, index) => index === 0 || index % 8 === Number(args[turn + 1]) % 8);
  return args.includes('--alone') ? names : args.filter((arg) => !arg.startsWith('--'));
}

async function checkPages(folder, args) {
  const env = readersEnvironment(folder);
  const problems = [];
  const check = async (page, project, how) => {
    const start = performance.now();
    const found = await checkPage(page, project, env);
    console.log(
      `${page} ${how}: ${found.length} problems, ${((performance.now() - start) / 1000).toFixed(1)} s`,
    );
    problems.push(...found);
  };
  for (const page of chosenPages(args))
    await check(page, newProject(folder, page.replace(/\W/g, '-')), 'alone');
  if (args.includes('--in-order')) {
    const project = newProject(folder, 'in-order');
    for (const page of pageNames()) await check(page, project, 'after the others');
  }
  for (const problem of problems) console.error(`\n${problem}`);
  return problems.length === 0 ? 0 : 1;
}

const [first, folderInside, ...restInside] = process.argv.slice(2);
if (first === '--inside') process.exitCode = await checkPages(folderInside, restInside);
else {
  const folder = openFolder();
  try {
    process.exitCode = runInside(folder, process.argv.slice(2));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
