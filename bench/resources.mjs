/**
 * Does Drydock infer what a person says? Compares the resources inferred of ten documents with the hand-written list of
 * documents/resources.yaml. An operation is right where the action is the same, and its resource has at least one other operation that
 * the person says belongs to it too.
 *
 *   node bench/resources.mjs [--only PART-OF-NAME] [--show]
 *
 * --show prints what was inferred and not said, and what was said and not inferred. Results go to bench/results/resources.json.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { loadModules } from '../src/build/load-modules.mjs';
import { fetchDocuments } from './documents/fetch-documents.mjs';

const { values: options } = parseArgs({ options: { only: { type: 'string' }, show: { type: 'boolean' } } });
const { loadContract, inferResources, ValueGenerator } = await loadModules(
  'resources',
  'contract/load-contract.ts',
  'foreign/resources/infer-resources.ts',
  'values/value-generator.ts',
);
const beside = (path) => fileURLToPath(new URL(path, import.meta.url));
const said = parse(readFileSync(beside('documents/resources.yaml'), 'utf8'));

const rows = [];
for (const { document, file } of fetchDocuments((title) => title in said)) {
  if (!(document in said) || !document.includes(options.only ?? '')) continue;
  const contract = await loadContract(file);
  const { all } = inferResources(contract, new ValueGenerator(contract.document, 'response'));
  const inferred = all.map(({ operations }) =>
    operations.map(
      ({ action, operation }) => `${action} ${operation.method.toUpperCase()} ${operation.path}`,
    ),
  );
  const row = {
    document,
    operations: contract.operations.length,
    ...compared(Object.values(said[document]), inferred),
  };
  rows.push(row);
  console.log(JSON.stringify(row));
}
if (options.only === undefined)
  writeFileSync(beside('results/resources.json'), `${JSON.stringify({ rows }, null, 2)}\n`);

function compared(expected, inferred) {
  const right = inferred.flatMap((ours) => ours.filter((line) => isRight(line, ours, expected)));
  const lines = { said: expected.flat(), inferred: inferred.flat() };
  if (options.show)
    for (const [side, other] of [
      ['inferred', 'said'],
      ['said', 'inferred'],
    ])
      for (const line of lines[side])
        if (!right.includes(line)) console.log(`  only ${side}: ${line}${alike(line, lines[other])}`);
  return { said: lines.said.length, inferred: lines.inferred.length, right: right.length };
}

function isRight(line, ours, expected) {
  const theirs = expected.find((group) => group.includes(line));
  if (!theirs) return false;
  const places = new Set(theirs.map(placeOf));
  return ours.some((other) => other !== line && places.has(placeOf(other)));
}

/** Method and path. */
function placeOf(line) {
  return line.slice(line.indexOf(' ') + 1);
}

function alike(line, others) {
  const other = others.find((one) => placeOf(one) === placeOf(line));
  return other === undefined ? '' : ` (${other === line ? 'in another resource' : other.split(' ', 1)[0]})`;
}
