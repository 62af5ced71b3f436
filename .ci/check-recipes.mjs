// Follows the exercises of docs/contributing.md: applies each patch of docs/exercises to a copy of the tree, runs the
// commands of its section, then the tests that the change can reach. Fails when something is red, and when a file changed
// that the section's table does not name. Arguments: the exercises to follow (all), or --turn N for the Nth of them with a
// sixteenth of the tests that the change can reach, or --types for all patches in one copy, of which only the types are checked, or
// --update NAME... to make patches anew that still apply with less context.
import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const patches = join(root, 'docs', 'exercises');

/** The commands of a section and the paths that its table names. */
function readSection(name) {
  const page = readFileSync(join(root, 'docs', 'contributing.md'), 'utf8');
  const section = page
    .split(/^## /m)
    .find((text) => text.split('\n')[0].toLowerCase().replaceAll(' ', '-') === name);
  if (!section) throw new Error(`docs/contributing.md has no exercise ${name}`);
  const files = [...section.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell]) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, file]) => patternOf(file)),
  );
  // Other blocks are run by the tests of the page.
  const blocks = section.matchAll(/^<!-- not run[^\n]*\n```sh\n(.*?)^```$/gms);
  const commands = [...blocks].map(([, text]) => text).join('');
  return { files, commands };
}

/** A named file; `<name>` stands for one part of a path. */
function patternOf(file) {
  return new RegExp(`^${file.replace(/[.+]/g, '\\$&').replace(/<[^>]*>/g, '[^/]+')}$`);
}

/** The tracked files with node_modules, as a repository of its own. Tracked files that are deleted are left out. */
function copyTree(folder) {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
  for (const file of tracked.filter((file) => file !== '' && existsSync(join(root, file))))
    cpSync(join(root, file), join(folder, file), { verbatimSymlinks: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const git = (...args) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
  git('init', '-q');
  git('add', '--all');
  git(
    '-c',
    'user.name=recipes',
    '-c',
    'user.email=recipes@localhost',
    'commit',
    '-q',
    '--no-verify',
    '-m',
    'Before',
  );
  return git;
}

function changedFiles(git) {
  const lines = git('status', '--porcelain', '--untracked-files=all', '-z').split('\0').filter(Boolean);
  return lines.map((line) => line.slice(3)).filter((file) => file !== 'node_modules');
}

/** The script that runs now, and the copy that it runs in; both end with this program. */
let running;
let copy;

/** Runs a script in the copy, in a process group of its own. @throws with its output when it fails */
async function run(folder, script) {
  // One worker of Vitest loads the modules once, where a worker for each file would load them again.
  const env = { ...process.env, VITEST_MAX_WORKERS: '1' };
  delete env.CI;
  running = spawn('bash', ['-e', '-o', 'pipefail', '-c', script], { cwd: folder, env, detached: true });
  let output = '';
  for (const stream of [running.stdout, running.stderr]) stream.on('data', (text) => (output += text));
  running.stdin.end();
  const status = await new Promise((resolve) => running.on('close', resolve));
  running = undefined;
  if (status !== 0) throw new Error(`${script.trim()}\n${output.trim().split('\n').slice(-60).join('\n')}`);
}

for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    if (running?.pid) process.kill(-running.pid, 'SIGKILL');
    if (copy) rmSync(copy, { recursive: true, force: true });
    process.exit(1);
  });

/** The part of the related tests that is run; all of them where it is empty. */
let shard = '';

const ownBlocks = `npm run --silent build
npx vitest run src/testing/docs/pages -t docs/contributing.md
`;

async function follow(name) {
  const { files, commands } = readSection(name);
  const folder = mkdtempSync(join(tmpdir(), `drydock-recipe-${name}-`));
  copy = folder;
  try {
    const git = copyTree(folder);
    const patch = join(patches, `${name}.patch`);
    // A service is no change of the tree: the page's own blocks make it.
    if (existsSync(patch)) git('apply', patch);
    else await run(folder, ownBlocks);
    await run(folder, commands);
    const changed = changedFiles(git);
    const unnamed = changed.filter((file) => !files.some((pattern) => pattern.test(file)));
    if (unnamed.length > 0) throw new Error(`The section does not name ${unnamed.join(', ')}`);
    await run(folder, 'npm run --silent typecheck');
    if (changed.length > 0)
      await run(
        folder,
        `${join(root, '.ci/node_modules/.bin/oxfmt')} --check --no-error-on-unmatched-pattern ${changed.join(' ')}`,
      );
    // Of what commands made, only types and data come into a test, and nearly every test would be related to them.
    const modules = changed.filter((file) => /\.ts$/.test(file) && !file.includes('/generated/'));
    if (modules.length > 0)
      await run(
        folder,
        `npx vitest related --run --project quick --passWithNoTests ${shard} ${modules.join(' ')}`,
      );
    return changed.length;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Checks the types of the tree with all patches: a renamed or removed name shows there at once, whosever turn it is. */
async function checkTypes() {
  copy = mkdtempSync(join(tmpdir(), 'drydock-recipes-'));
  try {
    const git = copyTree(copy);
    for (const file of readdirSync(patches)) git('apply', join(patches, file));
    await run(copy, 'npm run --silent types\nnpm run --silent typecheck');
    console.log(`the types of ${readdirSync(patches).length} exercises hold together`);
  } catch (error) {
    console.log(error.message);
    process.exitCode = 1;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Makes a patch anew that applies where one line of context is enough. */
function update(name) {
  const folder = mkdtempSync(join(tmpdir(), `drydock-recipe-${name}-`));
  try {
    const git = copyTree(folder);
    const patch = join(patches, `${name}.patch`);
    git('apply', '-C1', '--recount', patch);
    git('add', '--all');
    writeFileSync(patch, git('diff', '--cached', '--no-ext-diff'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

execFileSync('npm', ['run', '--silent', 'install:ci'], { cwd: root, stdio: 'inherit' });
const all = ['a-service', ...readdirSync(patches).map((file) => file.replace('.patch', ''))];
const [first, ...others] = process.argv.slice(2);
const turn = first === '--turn' ? Number(others[0]) : undefined;
if (turn !== undefined && !(Number.isInteger(turn) && turn >= 0))
  throw new Error('--turn needs a whole number, such as that of the commit.');
if (turn !== undefined) shard = `--shard=${1 + (Math.floor(turn / all.length) % 16)}/16`;
if (first === '--types') {
  await checkTypes();
  process.exit();
}
const given = turn === undefined ? process.argv.slice(2) : [all[turn % all.length]];
if (first === '--update') for (const name of others) update(name);
const chosen = first === '--update' ? others : given.length > 0 ? given : all;
for (const name of chosen) {
  const since = Date.now();
  try {
    const count = await follow(name);
    console.log(`${name}: holds, ${count} files, ${Math.round((Date.now() - since) / 1000)} s`);
  } catch (error) {
    console.log(`${name}: ${error.message}`);
    process.exitCode = 1;
  }
}
