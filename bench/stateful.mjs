/**
 * Does a mock that remembers keep its word for documents of others? Starts `drydock mock --stateful` on each, and for each resource that
 * can be made and read walks one life: make, read, list, change, delete, read again. Each response is judged by the document with Ajv.
 *
 *   node bench/stateful.mjs [--only PART-OF-NAME] [--show]
 *
 * --show prints every step that went wrong. Results go to bench/results/stateful.json; --only measures some again.
 */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadModules } from '../src/build/load-modules.mjs';
import { fetchDocuments } from './documents/fetch-documents.mjs';
import { mocks, startMock } from './documents/mocks.mjs';
import { Walk } from './documents/walk.mjs';

const { values: options } = parseArgs({ options: { only: { type: 'string' }, show: { type: 'boolean' } } });
const { loadContract, inferResources, ValueGenerator } = await loadModules(
  'stateful',
  'contract/load-contract.ts',
  'foreign/resources/infer-resources.ts',
  'values/value-generator.ts',
);
const remembering = {
  ...mocks.drydock,
  args: (file, port) => [...mocks.drydock.args(file, port), '--stateful'],
};

const results = fileURLToPath(new URL('results/stateful.json', import.meta.url));

const documents = fetchDocuments();
const known = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')).rows : [];
const measured = new Map(known.map((row) => [row.document, row]));
const wanted = documents
  .filter(({ document }) => document.includes(options.only ?? ''))
  .sort((a, b) => statSync(a.file).size - statSync(b.file).size);
for (const { document, file } of wanted) {
  const row = {
    document,
    ...(await walked(file).catch((cause) => ({ failure: String(cause.message).slice(0, 300) }))),
  };
  measured.set(document, row);
  console.log(JSON.stringify(row));
  const rows = documents.flatMap((one) => measured.get(one.document) ?? []);
  writeFileSync(results, `${JSON.stringify({ node: process.version, rows }, null, 2)}\n`);
}

async function walked(file) {
  const contract = await loadContract(file);
  const { all } = inferResources(contract, new ValueGenerator(contract.document, 'response'));
  const mock = await startMock(remembering, file);
  const tally = { resources: all.length, walks: 0, whole: 0, fallback: 0, refused: 0, wrong: 0 };
  const walk = new Walk(contract, mock.url);
  try {
    for (const resource of all) {
      if (!resource.operations.some(({ action }) => action === 'create')) continue;
      if (!resource.operations.some(({ action }) => action === 'read')) continue;
      tally.walks += 1;
      const outcome = await walk
        .life(resource)
        .catch((cause) => ({ kind: 'wrong', why: String(cause.cause ?? cause) }));
      tally[outcome.kind] += 1;
      if (options.show && outcome.kind !== 'whole')
        console.log(`  ${outcome.kind} ${resource.path}: ${outcome.why}`);
    }
  } finally {
    await mock.stop();
  }
  return tally;
}
