/** Runs the suite against the services with documents of their own, each with one fault or one lawful difference at a time. */
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
blamed. Exit 1 where a lawful server fails or, with --quick, a fault that the last whole run found is missed.`;

const flags: FlagTable = {
  'one-of': { value: 'N', help: 'one of N faults and of N variants', default: '1', form: wholeNumber(1, 10_000) },
  seed: { value: 'N', help: 'chooses others of them', default: '1', form: seedForm },
  json: { help: 'prints each result instead of a table' },
};

const given = readCommandLine(usage, flags, 1);
const pattern = patternOf(given.positionals[0] ?? '');
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
const chosen = all.filter((one) => pattern.test(idOf(one)) && (one.kind === 'correct' || sampled.has(idOf(one))));
if (chosen.length === 0) endWith('No service or change has such a name; kill-matrix/documents/README.md says where they are.');

const results: ServiceResult[] = [];
for (const { service, kind, change } of chosen) {
  const result = await checkService(service, kind, change);
  results.push(result);
  if (given.has('json')) console.log(JSON.stringify(result));
}

if (!given.has('json')) console.log(table(results));
for (const { service, kind, change = 'unchanged', verdict, says } of results) {
  if (kind === 'fault' && verdict !== 'fails') console.error(`${verdict === 'warns' ? 'only warned' : 'missed'}: ${service}/${change}`);
  if (kind !== 'fault' && verdict === 'fails') console.error(`blamed: ${service}/${change}: ${says.join('; ')}`);
}
process.exitCode = results.some(({ kind, verdict }) => kind !== 'fault' && verdict === 'fails') ? 1 : 0;

function idOf({ service, change = 'unchanged' }: { service: DocumentService; change: string | undefined }): string {
  return `${service.name}/${change}`;
}

function table(rows: readonly ServiceResult[]): string {
  const lines = [...new Set(rows.map(({ service }) => service)), undefined].map((name) => {
    const own = rows.filter(({ service }) => name === undefined || service === name);
    const faults = own.filter(({ kind }) => kind === 'fault');
    const lawful = own.filter(({ kind }) => kind !== 'fault');
    const count = (list: readonly ServiceResult[], verdict: string) => list.filter((one) => one.verdict === verdict).length;
    const warned = count(faults, 'warns');
    const seconds = own.map((one) => one.seconds).sort((a, b) => a - b)[Math.floor(own.length / 2)] ?? 0;
    return `| ${name ?? 'all'} | ${count(faults, 'fails')} of ${faults.length} | ${warned} | ${count(lawful, 'fails')} of ${lawful.length} | ${seconds.toFixed(1)} |`;
  });
  return ['| service | faults found | only warned | lawful servers blamed | median seconds |', '|---|---|---|---|---|', ...lines].join('\n');
}

function patternOf(source: string): RegExp {
  try {
    return new RegExp(source);
  } catch {
    return endWith(`PATTERN must be a regular expression, got ${JSON.stringify(source)}.`);
  }
}
