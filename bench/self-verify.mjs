/**
 * Does the mock of a document keep that document, by the contract suite? Starts `drydock mock --spec DOC --strict-keys` on each real
 * document of the bench, and runs `drydock verify` of the same document against it, with the writes, one after the other.
 *
 *   node bench/self-verify.mjs [--only PART-OF-NAME] [--missing] [--show] [--seconds 180]
 *
 * --show prints the report of each run. Results go to bench/results/self-verify.json; --only measures some again, --missing those that
 * have no verdict yet.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadModules } from '../src/build/load-modules.mjs';
import { fetchDocuments } from './documents/fetch-documents.mjs';
import { smallPackages } from './documents/list.mjs';
import { drydock, mocks, peakMegabytesOf, startMock } from './documents/mocks.mjs';
import { endsWithUs } from './processes/processes.mjs';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    missing: { type: 'boolean' },
    show: { type: 'boolean' },
    seconds: { type: 'string', default: '180' },
  },
});
const { loadContract } = await loadModules('self-verify', 'contract/load-contract.ts');
const results = fileURLToPath(new URL('results/self-verify.json', import.meta.url));
const strict = { ...mocks.drydock, args: (...given) => [...mocks.drydock.args(...given), '--strict-keys'] };

const documents = [...fetchDocuments(), ...fetchDocuments(undefined, smallPackages)];
const measured = new Map(readResults().map((row) => [row.document, row]));
const wanted = documents
  .filter(({ document }) => document.includes(options.only ?? ''))
  .filter(({ document }) => !options.missing || measured.get(document)?.verdict === undefined)
  .sort((a, b) => statSync(a.file).size - statSync(b.file).size);
for (const { document, version, file } of wanted) {
  const row = await measure(file).catch((cause) => ({ failure: String(cause.message) }));
  measured.set(document, { document, version, ...row });
  console.log(JSON.stringify(measured.get(document)));
  const rows = documents.flatMap((one) => measured.get(one.document) ?? []);
  writeFileSync(results, `${JSON.stringify({ node: process.version, rows }, null, 2)}\n`);
}

function readResults() {
  return existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')).rows : [];
}

async function measure(file) {
  const mock = await startMock(strict, file);
  try {
    const row = await verify(mock.url, file);
    const crashes = mock.output().match(/^Failed to answer .*/gm);
    return crashes ? { ...row, crashes } : row;
  } finally {
    await mock.stop();
  }
}

/** The key that the mock tells at its start, as the credential of every security scheme. */
function credentials({ document }) {
  const schemes = Object.keys(document.components?.securitySchemes ?? {});
  return ['--key', 'dk_test_demo', ...schemes.flatMap((name) => ['--auth', `${name}=dk_test_demo`])];
}

async function verify(url, file) {
  const contract = await loadContract(file);
  const operations = contract.operations.length;
  const began = performance.now();
  const child = spawn(
    process.execPath,
    [
      ...[drydock, 'verify', url, '--spec', file, '--allow-writes', '--max-time', options.seconds],
      ...['--report', 'json', '--min-judged', '0', ...credentials(contract)],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const stop = () => child.kill('SIGKILL');
  endsWithUs(child, stop);
  // The run ends itself when its time is over; this is for one that does not.
  const timer = setTimeout(stop, (Number(options.seconds) + 60) * 1000);
  let megabytes = 0;
  const watch = setInterval(() => (megabytes = Math.max(megabytes, peakMegabytesOf(child.pid) || 0)), 100);
  const [out, err] = [[], []];
  child.stdout.on('data', (chunk) => out.push(chunk));
  child.stderr.on('data', (chunk) => err.push(chunk));
  const exitCode = await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  clearInterval(watch);
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  const text = Buffer.concat(out).toString();
  if (!text.startsWith('{'))
    return {
      operations,
      failure: `exit ${exitCode}: ${Buffer.concat(err).toString().trim().slice(-300)}`,
      seconds,
    };
  const report = JSON.parse(text);
  if (options.show) console.log(text);
  return { operations, ...counts(report), exitCode, seconds, megabytes: Math.round(megabytes) };
}

function counts({ summary, failures }) {
  const told = (wanted) =>
    failures.filter(wanted).map(({ rule, operation, actual }) => `${rule.id} ${operation ?? ''}: ${actual}`);
  const isOwnMistake = ({ actual }) => actual.includes("the document's own mistake");
  return {
    verdict: summary.verdict,
    ...(summary.couldNotJudge !== null && { couldNotJudge: summary.couldNotJudge }),
    cases: summary.cases,
    requests: summary.requests,
    failures: told(({ verdict }) => verdict === 'FAIL'),
    /** The document's mistakes by the report. */
    ownMistakes: told(isOwnMistake),
    warnings: told((failure) => failure.verdict === 'WARN' && !isOwnMistake(failure)),
  };
}
