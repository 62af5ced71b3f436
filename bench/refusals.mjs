/**
 * Is the reason of a refusal where somebody reads it? Starts the mock on each real document and sends one invalid request to each
 * operation that can get one: the body without a required property or of another type, a query without a required parameter, or a
 * path parameter of another type. Each refusal should name its first problem in a text of its body, and in `X-Mock-Problems`.
 *
 *   node bench/refusals.mjs [--only PART-OF-NAME] [--show]
 *
 * --show prints each refusal whose reason is lost. Results go to bench/results/refusals.json; --only measures some again.
 */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadModules } from '../src/build/load-modules.mjs';
import { fetchDocuments } from './documents/fetch-documents.mjs';
import { invalidRequestMaker } from './documents/invalid-requests.mjs';
import { mocks, startMock } from './documents/mocks.mjs';

const { values: options } = parseArgs({ options: { only: { type: 'string' }, show: { type: 'boolean' } } });
const { loadContract } = await loadModules('refusals', 'contract/load-contract.ts');

const results = fileURLToPath(new URL('results/refusals.json', import.meta.url));

const documents = fetchDocuments();
const known = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')).rows : [];
const measuredRows = new Map(known.map((row) => [row.document, row]));
const wanted = documents
  .filter(({ document }) => document.includes(options.only ?? ''))
  .sort((a, b) => statSync(a.file).size - statSync(b.file).size);
for (const { document, file } of wanted) {
  const row = { document, ...(await measured(file)) };
  measuredRows.set(document, row);
  console.log(JSON.stringify(row));
}
const rows = documents.flatMap(({ document }) => measuredRows.get(document) ?? []);
writeFileSync(results, `${JSON.stringify({ rows }, null, 2)}\n`);
const total = (name) => rows.reduce((sum, row) => sum + row[name], 0);
console.log(
  `${total('refused')} refusals of ${total('sent')} invalid requests: ${total('inBody')} say why in the body, ${total('inHeader')} in X-Mock-Problems.`,
);

async function measured(file) {
  const contract = await loadContract(file);
  const invalidRequest = invalidRequestMaker(contract);
  const mock = await startMock(mocks.drydock, file);
  const counts = { operations: contract.operations.length, sent: 0, refused: 0, inBody: 0, inHeader: 0 };
  try {
    for (const operation of contract.operations) {
      const request = invalidRequest(operation);
      if (!request) continue;
      counts.sent += 1;
      const { method, target, headers, body } = request;
      const response = await fetch(mock.url + target, {
        ...{ method, headers, redirect: 'manual', signal: AbortSignal.timeout(20_000) },
        ...(method === 'GET' || method === 'HEAD' ? {} : { body }),
      });
      const text = await response.text();
      if (response.status < 400) {
        if (options.show)
          console.log(`  not refused ${operation.id}: ${method} ${target} ${response.status}`);
        continue;
      }
      counts.refused += 1;
      const [problem] = problemsOf(response);
      if (problem !== undefined) counts.inHeader += 1;
      const isSaid = problem !== undefined && textsIn(text).some((one) => one.includes(problem));
      if (isSaid) counts.inBody += 1;
      else if (options.show)
        console.log(`  lost ${operation.id}: ${response.status} ${problem} ${text.slice(0, 300)}`);
    }
  } finally {
    await mock.stop();
  }
  return counts;
}

/** The problems in the header: a text of it may be cut, and then ends with an ellipsis. */
function problemsOf(response) {
  const listed = JSON.parse(response.headers.get('x-mock-problems') ?? '[]');
  return listed.map((text) => text.replace(/(…|\.\.\.)$/, ''));
}

/** All texts of a JSON body, or the whole of another. */
function textsIn(body) {
  const texts = [];
  try {
    JSON.parse(body, (_, value) => (typeof value === 'string' && texts.push(value), value));
  } catch {
    return [
      body.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
    ];
  }
  return texts;
}
