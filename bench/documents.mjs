/**
 * Does the mock answer for real documents of others? Starts it on each, sends one valid request to each operation, and judges
 * each response by the document, with jsonschema-rs where bench/.venv has it and else with Ajv. Prism and Mockoon get the same requests
 * right after, where `npm ci --prefix bench` has installed them.
 *
 *   node bench/documents.mjs [--only PART-OF-NAME] [--missing] [--show] [--check]
 *
 * --show prints every operation that was not answered validly. Results go to bench/results/documents.json; --only measures some again,
 * --missing those that have no row yet. --check exits with 1 where a bound of documents/bounds.mjs is broken, which is told in any case.
 */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadModules } from '../src/build/load-modules.mjs';
import { brokenBounds } from './documents/bounds.mjs';
import { fetchDocuments } from './documents/fetch-documents.mjs';
import { judgeOf, validatorName } from './documents/judge.mjs';
import { requestMaker } from './documents/requests.mjs';
import { mocks, startMock } from './documents/mocks.mjs';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    missing: { type: 'boolean' },
    show: { type: 'boolean' },
    check: { type: 'boolean' },
  },
});
/** Requests in a row that got no answer, after which a mock is left alone: the rest counts as not answered. */
const maxSilent = 3;
const { loadContract } = await loadModules('documents', 'contract/load-contract.ts');
const results = fileURLToPath(new URL('results/documents.json', import.meta.url));

const documents = fetchDocuments();
const measured = new Map(readResults().map((row) => [row.document, row]));
const wanted = documents
  .filter(({ document }) => document.includes(options.only ?? ''))
  .filter(({ document }) => !options.missing || !measured.has(document))
  // Small ones first: a run that is broken off has most of the rows.
  .sort((a, b) => statSync(a.file).size - statSync(b.file).size);
console.log(`Responses are judged by ${validatorName}.`);
for (const document of wanted) {
  const { package: name, version, document: title } = document;
  const identity = { package: name, version, document: title };
  const row = await measure(document).catch((cause) => ({ failure: String(cause.message) }));
  measured.set(title, { ...identity, ...row });
  console.log(JSON.stringify({ ...identity, ...row }));
  // Each row is written as soon as it is measured, in the order of the list.
  const rows = documents.flatMap((one) => measured.get(one.document) ?? []);
  writeFileSync(results, `${JSON.stringify({ node: process.version, rows }, null, 2)}\n`);
}
const broken = brokenBounds([...measured.values()]);
for (const sentence of broken) console.log(sentence);
if (options.check && broken.length > 0) process.exitCode = 1;

function readResults() {
  return existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')).rows : [];
}

async function measure({ file }) {
  const contract = await loadContract(file);
  const exchange = { contract, makeRequest: requestMaker(contract), judge: judgeOf(contract) };
  const row = {
    operations: contract.operations.length,
    ...(await measureMock(mocks.drydock, file, exchange)),
  };
  for (const name of ['prism', 'mockoon']) {
    if (mocks[name] === undefined) continue;
    row[name] = await measureMock(mocks[name], file, exchange).catch((cause) => ({
      failure: String(cause.message),
    }));
  }
  return row;
}

async function measureMock(kind, file, { contract, makeRequest, judge }) {
  const mock = await startMock(kind, file, contract.basePaths[0]);
  const counts = { valid: 0, notFound: 0, refused: 0, invalid: 0, unparsable: 0 };
  let firstMs;
  let silent = 0;
  try {
    for (const operation of contract.operations) {
      // One that hangs would take hours.
      if (silent === maxSilent) {
        counts.unparsable += 1;
        continue;
      }
      const request = makeRequest(operation);
      const began = performance.now();
      const isAlwaysAnError = ![...operation.responses.keys()].some((code) => /^[23d]/.test(code));
      const said = await send(mock.url, request, isAlwaysAnError, (response) => judge(operation, response));
      firstMs ??= performance.now() - began;
      counts[said.count] += 1;
      silent = said.isSilent ? silent + 1 : 0;
      if (options.show && said.count !== 'valid')
        console.log(`  ${kind.name} ${said.count} ${operation.id}: ${said.why}`);
    }
    return {
      ...counts,
      startMs: Math.round(mock.startMs),
      firstMs: Math.round(firstMs),
      megabytes: Math.round(mock.megabytes),
      megabytesAfter: Math.round(mock.residentMegabytes()),
    };
  } finally {
    await mock.stop();
  }
}

/** @param isAlwaysAnError whether the document describes no success of the operation */
async function send(url, { method, target, headers, body }, isAlwaysAnError, judge) {
  try {
    const response = await fetch(url + target, {
      ...{ method, headers, redirect: 'manual', signal: AbortSignal.timeout(20_000) },
      ...(method === 'GET' || method === 'HEAD' ? {} : { body }),
    });
    const text = await response.text();
    const { status } = response;
    const verdict =
      method === 'HEAD'
        ? 'valid'
        : await judge({ status, text, type: response.headers.get('content-type') ?? '' });
    if (verdict === 'valid' && (status < 400 || isAlwaysAnError)) return { count: 'valid' };
    const count = status === 404 ? 'notFound' : status >= 400 ? 'refused' : 'invalid';
    return { count, why: `${method} ${target} ${status} ${verdict} ${text.slice(0, 300)}` };
  } catch (cause) {
    const isSilent = cause.name === 'TimeoutError';
    return { count: 'unparsable', isSilent, why: String(cause.cause ?? cause) };
  }
}
