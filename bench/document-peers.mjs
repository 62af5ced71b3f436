/**
 * Faults found and false alarms of the contract suite and of Schemathesis, Dredd and Specmatic on services with documents of their own, in
 * one run: `node bench/document-peers.mjs [--large] [--one-of N] [--seed N] [--examples N] [--seconds N]
 * [--at-once N]`, after `npm run build` and, in bench,
 * `npm ci` and `python3 -m venv .venv && .venv/bin/pip install -r requirements.txt`; Specmatic needs Java. Each tool gets each server started anew, the same document and
 * the same credentials. A fault is found when the tool reports a failure that it doesn't report of the unchanged service; a lawful
 * server is blamed when the tool reports any. `--large` takes a larger sample, for the two tools alone that find most faults. Everything stays on 127.0.0.1.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeFormatted } from './figures/results.mjs';
import { run, start } from './processes/processes.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const [serve, drydock, schemathesis, dredd, specmatic] = [
  at('../dist/kill-matrix/documents/serve.js'),
  at('../dist/src/cli/main.js'),
  at('.venv/bin/st'),
  at('node_modules/dredd/bin/dredd'),
  at('node_modules/specmatic/specmatic.jar'),
];
const isLarge = process.argv.includes('--large');
const defaults = { 'one-of': isLarge ? 5 : 20, seed: 1, examples: 10, seconds: 120, 'at-once': 1 };
const {
  values: { large: _, ...values },
} = parseArgs({
  options: {
    large: { type: 'boolean' },
    ...Object.fromEntries(Object.keys(defaults).map((name) => [name, { type: 'string' }])),
  },
});
const setting = Object.fromEntries(
  Object.entries(defaults).map(([name, value]) => [name, Number(values[name] ?? value)]),
);
const files = mkdtempSync(join(tmpdir(), 'document-peers-'));
process.once('exit', () => rmSync(files, { recursive: true, force: true }));

const services = JSON.parse(execFileSync(process.execPath, [serve, '--list'], { encoding: 'utf8' }));
const tools = [
  {
    name: 'Drydock',
    version: versionIn('../package.json'),
    check: checkWithDrydock,
  },
  ...installed('Schemathesis', schemathesis, versionOfSchemathesis, checkWithSchemathesis),
  ...(isLarge ? [] : toolsOfExamples()),
];

const rows = [];
for (const service of services) {
  const unchanged = await measure(service, 'correct');
  rows.push(...unchanged);
  const known = new Map(unchanged.map(({ tool, failures }) => [tool, new Set(failures)]));
  const left = [
    ...sample(service.faults).map(({ name }) => ({ kind: 'fault', name })),
    ...sample(service.variants).map(({ name }) => ({ kind: 'variant', name })),
  ];
  const work = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift())
      for (const row of await measure(service, next.kind, next.name)) {
        const others = row.failures.filter((failure) => !known.get(row.tool).has(failure));
        rows.push({ ...row, isFound: others.length > 0 || row.isOver });
      }
  };
  await Promise.all(Array.from({ length: setting['at-once'] }, work));
}

const results = tools.map(summary);
// Other settings are not what the documentation shows.
if (Object.keys(values).every((name) => name === 'at-once'))
  writeFormatted(new URL(`results/document-peers${isLarge ? '-large' : ''}.json`, import.meta.url), {
    setting,
    tools: results,
  });
console.log(table(results));

async function measure(service, kind, change) {
  const measured = [];
  for (const { name, check } of tools) {
    const server = await start(
      process.execPath,
      [serve, service.name, ...(change === undefined ? [] : [change])],
      /\n/,
    );
    try {
      const outcome = await check(service, server.output.trim());
      measured.push({ tool: name, service: service.name, kind, change, ...outcome });
      const { failures, seconds } = outcome;
      console.error(
        `${service.name}/${change ?? 'unchanged'}: ${name}: ${failures.length} (${seconds.toFixed(1)} s${outcome.isOver ? ', cut' : ''})`,
      );
    } finally {
      await server.stop();
    }
  }
  return measured;
}

async function checkWithDrydock({ file, allowWrites, auth }, url) {
  const given = Object.entries(auth).flatMap(([scheme, value]) => ['--auth', `${scheme}=${value}`]);
  const { output, seconds, exitCode } = await run(
    process.execPath,
    [
      ...[drydock, 'verify', url, '--spec', file, '--report', 'json'],
      ...(allowWrites ? ['--allow-writes'] : []),
      ...given,
    ],
    { seconds: setting.seconds, cwd: files },
  );
  return { failures: drydockFailures(output), seconds, isOver: exitCode === 'timeout' };
}

function drydockFailures(output) {
  const report = JSON.parse(output.slice(output.indexOf('{\n')));
  return report.failures
    .filter(({ verdict }) => verdict === 'FAIL')
    .map(({ rule, operation, title }) => `${rule.id ?? rule} ${operation} ${title}`);
}

/** The names in a failure: the operation above it, and its kind. */
async function checkWithSchemathesis({ file, headers }, url) {
  const { output, seconds, exitCode } = await run(
    schemathesis,
    [
      ...['run', file, '--url', url, '--seed', '1', '--max-examples', String(setting.examples), '--no-color'],
      ...Object.entries(headers ?? {}).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
    ],
    { seconds: setting.seconds, cwd: files },
  );
  return { failures: schemathesisFailures(output), seconds, isOver: exitCode === 'timeout' };
}

function schemathesisFailures(output) {
  let operation = '';
  return output.split('\n').flatMap((line) => {
    const [, title] = /^_{3,} (.+?) _{3,}$/.exec(line) ?? [];
    if (title !== undefined) operation = title;
    const [, kind] = /^- (.+)$/.exec(line) ?? [];
    return kind !== undefined && operation !== '' ? [`${operation} ${kind}`] : [];
  });
}

/** It takes each documented response for the expected one of the same request, so that only those of success are counted. */
async function checkWithDredd({ file, headers }, url) {
  const { output, seconds, exitCode } = await run(
    process.execPath,
    [
      ...[dredd, file, url],
      ...Object.entries(headers ?? {}).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
    ],
    { seconds: setting.seconds, cwd: files },
  );
  const failures = [...output.matchAll(/fail\S*: (\S+ \(2\d\d\).*?)(?: duration:.*)?$/gm)].map(
    ([, name]) => name,
  );
  return { failures: [...new Set(failures)], seconds, isOver: exitCode === 'timeout' };
}

/** A credential is in the variable that is called like its scheme. */
async function checkWithSpecmatic({ file, auth }, url) {
  const { output, seconds, exitCode } = await run(
    'env',
    [
      ...Object.entries(auth).map(([scheme, value]) => `${scheme}=${value}`),
      ...['java', '-jar', specmatic, 'test', file, `--testBaseURL=${url}`],
    ],
    { seconds: setting.seconds, cwd: files },
  );
  const failures = [...output.matchAll(/^ {2}"(.+) FAILED"$/gm)].map(([, name]) => name);
  return { failures: [...new Set(failures)], seconds, isOver: exitCode === 'timeout' };
}

/** Those that send little more than the examples of a document. */
function toolsOfExamples() {
  return [
    ...installed('Dredd', dredd, () => versionIn('node_modules/dredd/package.json'), checkWithDredd),
    ...installed(
      'Specmatic',
      specmatic,
      () => versionIn('node_modules/specmatic/package.json'),
      checkWithSpecmatic,
    ),
  ];
}

function installed(name, program, versionOf, check) {
  if (existsSync(program)) return [{ name, version: versionOf(), check }];
  console.error(`${name} is not installed and left out.`);
  return [];
}

function versionIn(file) {
  return JSON.parse(readFileSync(at(file), 'utf8')).version;
}

function versionOfSchemathesis() {
  return /schemathesis==(\S+)/.exec(readFileSync(at('requirements.txt'), 'utf8'))[1];
}

/** The same ones for the same seed. */
function sample(changes) {
  const rank = ({ name }) => createHash('sha256').update(`${setting.seed} ${name}`).digest('hex');
  return [...changes]
    .sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
    .slice(0, Math.ceil(changes.length / setting['one-of']));
}

function summary({ name, version }) {
  const own = rows.filter(({ tool }) => tool === name);
  const faults = own.filter(({ kind }) => kind === 'fault');
  const lawful = own.filter(({ kind }) => kind !== 'fault');
  return {
    ...{ name, version },
    ...{ found: faults.filter(({ isFound }) => isFound).length, faults: faults.length },
    ...{ blamed: lawful.filter(({ failures }) => failures.length > 0).length, lawful: lawful.length },
    blamedUnchanged: own.filter(({ kind, failures }) => kind === 'correct' && failures.length > 0).length,
    seconds: Math.round(median(own.map(({ seconds }) => seconds)) * 10) / 10,
  };
}

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

function table(results) {
  return [
    '| tool | version | faults found | lawful servers blamed | median seconds |',
    '|---|---|---|---|---|',
    ...results.map(
      ({ name, version, found, faults, blamed, lawful, seconds }) =>
        `| ${name} | ${version} | ${found} of ${faults} | ${blamed} of ${lawful} | ${seconds.toFixed(1)} |`,
    ),
  ].join('\n');
}
