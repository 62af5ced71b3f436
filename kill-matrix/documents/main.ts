/** Runs the suite against the services with documents of their own, each with one fault or one lawful difference at a time. */
import { readFileSync, writeFileSync } from 'node:fs';
import { packageFile } from '../../src/contract/package-root.js';
import type { FlagTable } from '../../src/cli/flags.js';
import { seed as seedForm, wholeNumber } from '../../src/options/forms/forms.js';
import { endWith, readCommandLine } from '../command-line.js';
import { seededSample } from '../matrix/sample.js';
import { checkService, type ServiceResult } from './check-service.js';
import type { DocumentService } from './document-service.js';
import { documentServices } from './services.js';

const usage = `node dist/kill-matrix/documents/main.js [flags] [PATTERN]

Runs the contract suite against services with documents of their own: unchanged, with one fault each, and with one lawful
difference each. PATTERN is a regular expression that SERVICE/CHANGE must match. Prints a table in Markdown, and what was missed or
blamed. Exit 1 where a lawful server fails, or a fault is missed that the last whole run found: that of all servers, which writes
kill-matrix/documents/result.json.`;

const flags: FlagTable = {
  'one-of': {
    value: 'N',
    help: 'one of N faults and of N variants',
    default: '1',
    form: wholeNumber(1, 10_000),
  },
  seed: { value: 'N', help: 'chooses others of them', default: '1', form: seedForm },
  with: { value: 'PATTERN', help: 'with --one-of: these too' },
  json: { help: 'prints each result instead of a table' },
};

const given = readCommandLine(usage, flags, 1);
const pattern = patternOf(given.positionals[0] ?? '');
const always = given.text('with') === undefined ? undefined : patternOf(given.text('with') ?? '');
const share = 1 / (given.number('one-of') ?? 1);
const seed = given.number('seed') ?? 1;

const all = documentServices.flatMap((service) => [
  { service, kind: 'correct' as const, change: undefined },
  ...service.faults.map(({ name }) => ({ service, kind: 'fault' as const, change: name })),
  ...service.variants.map(({ name }) => ({ service, kind: 'variant' as const, change: name })),
]);
const sampled = new Set(
  (['fault', 'variant'] as const).flatMap((kind) => [
    ...seededSample(all.filter((one) => one.kind === kind).map(idOf), share, seed),
  ]),
);
const inSample = (id: string) => sampled.has(id) || always?.test(id);
const chosen = all.filter(
  (one) => pattern.test(idOf(one)) && (one.kind === 'correct' || inSample(idOf(one))),
);
if (chosen.length === 0)
  endWith('No service or change has such a name; kill-matrix/documents/README.md says where they are.');

/** A whole run measures, and JSON has all that was said; elsewhere a fault is found or not. */
const isToTheEnd = given.has('json') || chosen.length === all.length;
const results: ServiceResult[] = [];
for (const service of documentServices) {
  const own = chosen.filter((one) => one.service === service);
  if (own.length === 0) continue;
  const unchanged = await checkService(service, 'correct', undefined, () => false);
  results.push(unchanged);
  for (const { kind, change } of own) {
    if (kind === 'correct') continue;
    const isEnough = (said: string) => kind === 'fault' && !isToTheEnd && !unchanged.says.includes(said);
    const result = await checkService(service, kind, change, isEnough);
    results.push(kind === 'fault' ? beyond(result, unchanged) : result);
  }
}

if (given.has('json')) for (const result of results) console.log(JSON.stringify(result));
else console.log(table(results));
const missed = results.filter(({ kind, verdict }) => kind === 'fault' && verdict !== 'fails').map(named);
const blamed = results.filter(({ kind, verdict }) => kind !== 'fault' && verdict === 'fails');
for (const id of missed) console.error(`missed: ${id}`);
for (const result of blamed) console.error(`blamed: ${named(result)}: ${result.says.join('; ')}`);
const file = packageFile('kill-matrix', 'documents', 'result.json');
if (chosen.length === all.length)
  writeFileSync(
    file,
    `${JSON.stringify({ servers: all.length, missed, blamed: blamed.map(named) }, null, 2)}\n`,
  );
const known = (JSON.parse(readFileSync(file, 'utf8')) as { missed: string[] }).missed;
process.exitCode = blamed.length > 0 || missed.some((id) => !known.includes(id)) ? 1 : 0;

/** A fault is found by what the unchanged service is not blamed for. */
function beyond(result: ServiceResult, unchanged: ServiceResult): ServiceResult {
  const says = result.says.filter((one) => !unchanged.says.includes(one));
  const verdict = says.length > 0 ? result.verdict : 'passes';
  return { ...result, says, verdict };
}

function named({ service, change = 'unchanged' }: ServiceResult): string {
  return `${service}/${change}`;
}

function idOf({
  service,
  change = 'unchanged',
}: {
  service: DocumentService;
  change: string | undefined;
}): string {
  return `${service.name}/${change}`;
}

function table(rows: readonly ServiceResult[]): string {
  const lines = [...new Set(rows.map(({ service }) => service)), undefined].map((name) => {
    const own = rows.filter(({ service }) => name === undefined || service === name);
    const faults = own.filter(({ kind }) => kind === 'fault');
    const lawful = own.filter(({ kind }) => kind !== 'fault');
    const count = (list: readonly ServiceResult[], verdict: string) =>
      list.filter((one) => one.verdict === verdict).length;
    const warned = count(faults, 'warns');
    const seconds = own.map((one) => one.seconds).sort((a, b) => a - b)[Math.floor(own.length / 2)] ?? 0;
    return `| ${name ?? 'all'} | ${count(faults, 'fails')} of ${faults.length} | ${warned} | ${count(lawful, 'fails')} of ${lawful.length} | ${seconds.toFixed(1)} |`;
  });
  return [
    '| service | faults found | only warned | lawful servers blamed | median seconds |',
    '|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

function patternOf(source: string): RegExp {
  try {
    return new RegExp(source);
  } catch {
    return endWith(`PATTERN must be a regular expression, got ${JSON.stringify(source)}.`);
  }
}
