// Packs the package as npm would ship it, installs it in an empty folder and uses it there as a stranger would.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const run = (command, args, cwd) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
const folder = mkdtempSync(join(tmpdir(), 'drydock-package-'));
let packed;

try {
  [packed] = JSON.parse(run('npm', ['pack', '--json', '--silent', '--pack-destination', folder]));
  checkFiles(packed.files.map(({ path }) => path));
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'stranger', private: true, type: 'module' }),
  );
  run('npm', ['install', '--silent', '--no-audit', '--no-fund', join(folder, packed.filename)], folder);
  await checkMock();
  checkModule();
  checkNpx();
  console.log(
    `The package (${packed.files.length} files, ${Math.round(packed.size / 1024)} KiB) starts in an empty folder.`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function checkFiles(paths) {
  const odd = paths.filter((path) =>
    /\.test\.|\/testing\/|(^|\/)(bench|\.ci|src)\/.*(?<!\.d)\.ts$|kill-matrix/.test(path),
  );
  const missing = [
    'openapi.yaml',
    'README.md',
    'docs/testing.md',
    'LICENSE',
    'scenarios/flaky.yaml',
    'dist/src/cli/main.js',
  ].filter((path) => !paths.includes(path));
  if (odd.length > 0) throw new Error(`The package ships what nobody runs: ${odd.slice(0, 10).join(', ')}`);
  if (missing.length > 0) throw new Error(`The package lacks ${missing.join(', ')}`);
}

async function checkMock() {
  const mock = spawn(
    process.execPath,
    [join(folder, 'node_modules/drydock-kit/dist/src/cli/main.js'), 'mock', '--port', '0'],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  try {
    const ready = await firstLine(mock);
    const url = /^Drydock ready at (\S+)$/.exec(ready)?.[1];
    if (!url) throw new Error(`The mock did not get ready: ${ready}`);
    const answer = await fetch(`${url}/categories`, { headers: { authorization: 'Bearer dk_test_demo' } });
    if (answer.status !== 200) throw new Error(`GET /categories answered ${answer.status}`);
    for (const path of ['/__drydock/docs', '/__drydock/']) {
      const page = await fetch(new URL(path, url));
      if (page.status !== 200) throw new Error(`${path} answered ${page.status}`);
    }
  } finally {
    mock.kill('SIGTERM');
  }
  const code = await new Promise((resolve) => mock.once('exit', resolve));
  if (code !== 0) throw new Error(`The mock ended with ${code} after SIGTERM`);
}

async function firstLine(child) {
  for await (const line of createInterface({ input: child.stdout })) return line;
  return 'it ended without a word';
}

function checkModule() {
  const script = `import { createServer } from 'drydock-kit';
    const mock = await createServer({ port: 0 }); console.log(mock.url); await mock.close();`;
  const url = run(process.execPath, ['--input-type=module', '-e', script], folder);
  if (!url.startsWith('http://127.0.0.1:')) throw new Error(`createServer gave ${url}`);
}

/** The name that the documentation gives to people who installed the packed file; it must not ask the registry. */
function checkNpx() {
  const version = run('npx', ['--offline', 'drydock-kit', '--version'], folder).trim();
  if (version !== packed.version) throw new Error(`npx drydock-kit --version printed ${version}`);
}
