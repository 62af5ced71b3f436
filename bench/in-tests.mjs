// The speed of the mock inside a test run: Jest over 20 test files, where each file starts a mock of its own, and where all share
// the one of drydock-kit/global-setup. The two take turns; processor time and wall time of each run are printed, and the
// medians of what each file measured.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const jest = join(dirname(createRequire(import.meta.url).resolve('jest/package.json')), 'bin/jest.js');
const files = 20;
const rounds = Number(process.argv[2] ?? 3);

const project = mkdtempSync(join(tmpdir(), 'drydock-in-tests-'));
try {
  writeProject();
  const kinds = { own: [], shared: [] };
  for (let round = 0; round < rounds; round += 1)
    for (const kind of Object.keys(kinds)) kinds[kind].push(run(kind));
  for (const [kind, runs] of Object.entries(kinds)) show(kind, runs);
} finally {
  rmSync(project, { recursive: true, force: true });
}

function writeProject() {
  mkdirSync(join(project, 'node_modules'));
  symlinkSync(root, join(project, 'node_modules/drydock-kit'));
  writeFileSync(join(project, 'package.json'), '{"type": "module"}');
  for (const kind of ['own', 'shared']) {
    mkdirSync(join(project, kind));
    const shared = { globalSetup: 'drydock-kit/global-setup', globalTeardown: 'drydock-kit/global-teardown' };
    const config = { testEnvironment: 'node', transform: {}, roots: [join(project, kind)], rootDir: project };
    const all = kind === 'shared' ? { ...config, ...shared } : config;
    writeFileSync(join(project, `${kind}.json`), JSON.stringify(all));
    for (let file = 0; file < files; file += 1)
      writeFileSync(join(project, kind, `${file}.test.js`), testFile(kind));
  }
}

function testFile(kind) {
  return `import { appendFileSync } from 'node:fs';
import { drydock } from 'drydock-kit/client';
const cpu = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
const measured = { wall: [], cpu: [] };
const mark = () => { measured.wall.push(performance.now()); measured.cpu.push(cpu()); };
test('flaky fails twice', async () => {
  mark();
  const mock = ${kind === 'own' ? 'await drydock.start()' : 'drydock.attach()'};
  const sandbox = mock.sandbox();
  const ask = async () => (await fetch(sandbox.url + '/categories', { headers: sandbox.headers() })).status;
  expect(await ask()).toBe(200);
  mark();
  await sandbox.scenario('flaky');
  mark();
  expect([await ask(), await ask(), await ask()]).toEqual([500, 500, 200]);
  await mock.close();
  appendFileSync(${JSON.stringify(join(project, 'measured.ndjson'))}, JSON.stringify(measured) + '\\n');
});`;
}

function run(kind) {
  const log = join(project, 'measured.ndjson');
  writeFileSync(log, '');
  const begun = performance.now();
  const args = [
    '--experimental-vm-modules',
    '--no-warnings',
    jest,
    '-c',
    join(project, `${kind}.json`),
    '-i',
  ];
  execFileSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const seconds = (performance.now() - begun) / 1000;
  return {
    seconds,
    files: readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  };
}

function show(kind, runs) {
  const all = runs.flatMap((one) => one.files);
  const of = (clock, from) => median(all.map((one) => one[clock][from + 1] - one[clock][from])).toFixed(0);
  const least = Math.min(...runs.map(({ seconds }) => seconds)).toFixed(1);
  console.log(
    `${kind.padEnd(6)} ${files} files ${least} s; to the first answer ${of('wall', 0)} ms (${of('cpu', 0)} of processor time), first .scenario() ${of('wall', 1)} ms (${of('cpu', 1)})`,
  );
}

function median(numbers) {
  return numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
