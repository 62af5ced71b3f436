/**
 * Runs the contract suite against servers in real frameworks, which keep the contract, after `npm run build`:
 * `node bench/frameworks/run.mjs [NAME...]`. NAME is a part of a framework's name, in any case; without one all are run, and
 * the results go to bench/results/frameworks.json. Each server is installed into a temporary folder that is kept, so that the
 * next run is quick; `--folder DIR` chooses it. A framework whose tools are missing is left out and told in one line.
 * Exit 1 when a server is failed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { endsWithUs, freePort, run } from '../processes/processes.mjs';
import { frameworks } from './frameworks.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const cli = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
const results = fileURLToPath(new URL('../results/frameworks.json', import.meta.url));
const seconds = { install: 600, start: 60, verify: 180 };
const keys = { KEY: 'Vq7f-3a9cQ_xKt2w', EXPIRED_KEY: 'Ex51-be02Z_pLm8d', LIMITED_KEY: 'Li80-d4eTn_qYh6s' };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { folder: { type: 'string', default: join(tmpdir(), 'drydock-bench-frameworks') } },
});
const names = positionals.map((name) => name.toLowerCase());
const chosen = frameworks.filter(
  ({ name }) => names.length === 0 || names.some((part) => name.toLowerCase().includes(part)),
);
if (chosen.length === 0) {
  console.error(
    `No framework is called '${positionals.join(' ')}'; there are ${frameworks.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(2);
}

const isThere = (tool) => spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0;
const installed = new Map();

/** Copies the source and installs it, once for all that share it. */
async function install({ source, install: commands }) {
  if (installed.has(source)) return installed.get(source);
  const folder = join(values.folder, source);
  mkdirSync(folder, { recursive: true });
  cpSync(join(here, source), folder, { recursive: true });
  for (const [command, ...args] of commands) {
    const { exitCode, output } = await run(command, args, { seconds: seconds.install, cwd: folder });
    if (exitCode !== 0)
      throw new Error(`${command} ${args.join(' ')} ends with ${exitCode}: ${output.slice(-600)}`);
  }
  installed.set(source, folder);
  return folder;
}

/** Starts a process that leads a group of its own. */
function launch([command, ...args], cwd, env) {
  const child = spawn(command, args, {
    cwd,
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, ...env },
  });
  const kill = () => {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  };
  endsWithUs(child, kill);
  child.once('error', () => undefined);
  return kill;
}

/** Waits until GET /categories is 200 with the valid key. */
async function ready(url) {
  const late = Date.now() + seconds.start * 1000;
  while (Date.now() < late) {
    const headers = { Authorization: `Bearer ${keys.KEY}` };
    const status = await fetch(`${url}/categories`, { headers }).then(
      (response) => response.status,
      () => undefined,
    );
    if (status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`it did not answer GET /categories within ${seconds.start} seconds`);
}

async function verify(url, folder) {
  const report = join(folder, 'report.json');
  const { exitCode } = await run(
    process.execPath,
    [
      ...[
        cli,
        'verify',
        url,
        '--key',
        keys.KEY,
        '--expired-key',
        keys.EXPIRED_KEY,
        '--limited-key',
        keys.LIMITED_KEY,
      ],
      ...['--report', `json=${report}`],
    ],
    { seconds: seconds.verify },
  );
  const { summary, failures } = JSON.parse(readFileSync(report, 'utf8'));
  const failed = failures.filter(({ verdict }) => verdict === 'FAIL');
  for (const { rule, title, actual } of failed) console.log(`  ${rule.id}: ${title}: got ${actual}`);
  return {
    exitCode,
    judged: summary.judgedRules.judged,
    requests: summary.requests,
    failures: summary.failures,
    warnings: summary.warnings,
    failedBy: [...new Set(failed.map(({ rule }) => rule.id))],
    findings: failures.map(({ verdict, rule, title, actual }) => ({ verdict, rule: rule.id, title, actual })),
    seconds: Number(summary.seconds.toFixed(1)),
  };
}

async function measure(framework) {
  const folder = await install(framework);
  const [port, inner] = [await freePort(), await freePort()];
  const own = framework.before ? inner : port;
  const env = { ...keys, PORT: String(own), DATA: join(here, 'data.json'), NODE_ENV: 'production' };
  const ends = [launch(framework.command(own), folder, env)];
  if (framework.before) ends.push(launch(framework.before(folder, port, inner), folder, {}));
  try {
    const url = `http://127.0.0.1:${port}/api/v1/developer`;
    await ready(url);
    return { name: framework.name, version: framework.version(folder), ...(await verify(url, folder)) };
  } finally {
    for (const end of ends) end();
  }
}

const measured = [];
for (const framework of chosen) {
  const missing = framework.tools.filter((tool) => !isThere(tool));
  if (missing.length > 0) {
    console.log(`${framework.name} is left out: ${missing.join(' and ')} not found.`);
    continue;
  }
  try {
    measured.push(await measure(framework));
    const { name, version, judged, failures, failedBy, seconds: took } = measured.at(-1);
    console.log(
      `${name} ${version}: ${judged} rules judged, ${failures} failures in ${took} s ${failedBy.join(', ')}`,
    );
  } catch (error) {
    console.log(`${framework.name} could not be run: ${error.message}`);
    process.exitCode = 1;
  }
}
if (measured.some(({ exitCode }) => exitCode !== 0)) process.exitCode = 1;
if (names.length === 0 && measured.length > 0)
  writeFileSync(results, `${JSON.stringify({ servers: measured }, null, 2)}\n`);
