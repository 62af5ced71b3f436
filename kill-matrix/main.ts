/** Runs the kill matrix. With no choice of servers the result is written to kill-matrix/result.json, unless there is a problem. */
import { glob } from '../src/conformance/run/glob.js';
import { loadRules } from '../src/conformance/rules/load-rules.js';
import type { FlagTable } from '../src/cli/flags.js';
import { seed as seedForm, wholeNumber } from '../src/options/forms/forms.js';
import { endWith, readCommandLine } from './command-line.js';
import { problemsOfLists, problemsOfResults } from './matrix/problems.js';
import { runMatrix } from './matrix/run-matrix.js';
import { seededSample } from './matrix/sample.js';
import { loadServers, type Server } from './matrix/servers.js';
import {
  blocksLine,
  faultsOf,
  faultTable,
  ruleTable,
  summaryLine,
  topicTable,
  variantTable,
} from './matrix/table.js';
import { addedSince, withKnown, type Added } from './result/added.js';
import { codeDigests } from './result/digest.js';
import { readResult, writeResult } from './result/result-file.js';
import { whyStale } from './result/stale.js';
import { rulesWithoutSoleFault as reasons } from './rules-without-sole-fault.js';

const usage = `node dist/kill-matrix/main.js [flags] [PATTERN]

Runs the contract suite against servers with one fault each, and against lawful ones, and prints tables in Markdown. PATTERN is a
regular expression that ids or topics of servers must match. Exit 1 if a fault is missed, a lawful server fails or a list is wrong;
the problems go to standard error.`;

const flags: FlagTable = {
  lawful: {
    value: 'GLOB',
    help: 'only the lawful servers with such an id or topic, with the verdict on each',
  },
  'first-contact': { help: 'only the faults that name no rule yet' },
  added: {
    help: 'adds the rules and servers that kill-matrix/result.json lacks: new servers get the whole suite, all others the new rules',
  },
  named: { help: 'gives each fault only the rules that it names, not the whole suite' },
  quick: {
    help: 'the same for nine faults of ten, without faults that name no rule; checks that kill-matrix/result.json is current',
  },
  'one-of': {
    value: 'N',
    help: 'with --quick: one of N servers of each kind',
    default: '1',
    form: wholeNumber(1, 10_000),
  },
  seed: { value: 'N', help: 'chooses other servers of --quick', default: '1', form: seedForm },
  json: { help: 'prints what each server was found by instead of tables' },
};

const given = readCommandLine(usage, flags, 1);
const [quick, named, lawful] = [given.has('quick'), given.has('named'), given.text('lawful')];
const seed = given.number('seed') ?? 1;
const all = await loadServers();
const files = await codeDigests();
const added = given.has('added') ? await additions() : undefined;
const servers = all.filter(chosen(all));
if (servers.length === 0)
  endWith('No server has such an id or topic; kill-matrix/README.md says where they are.');
const lists = { rules: (await loadRules()).map(({ id }) => id), reasons };
const faultIds = faultsOf(servers).map(({ id }) => id);
const whole = named ? new Set<string>() : seededSample(faultIds, 1 / 10, seed);
const namedRulesOnly = new Set(quick || named ? faultIds.filter((id) => !whole.has(id)) : []);

const found = await runMatrix(servers, { namedRulesOnly, added });
const known = added && readResult();
const results = known ? new Map([...found].map(([id, result]) => [id, withKnown(result, known)])) : found;
const problems = [
  ...problemsOfLists(faultsOf(all), lists),
  ...problemsOfResults(servers, results, reasons, quick),
];
if (quick) problems.push(...whyStale(readResult(), all, files));
else if (problems.length === 0 && servers.length === all.length && !named)
  writeResult(files, servers, results);

if (given.has('json')) {
  const shown = [...results.values()].map(({ id, exitCode, broken, failures, requests, seconds }) => [
    id,
    { exitCode, broken, failures, requests, seconds },
  ]);
  console.log(JSON.stringify(Object.fromEntries(shown), null, 2));
} else {
  const summary = [summaryLine(servers, results), blocksLine(servers, results) ?? []].flat().join('\n');
  const tables =
    lawful === undefined
      ? [topicTable(servers, results), summary, ruleTable(faultsOf(all), lists), faultTable(servers, results)]
      : [variantTable(servers, results), summary];
  console.log(tables.join('\n\n'));
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

/** Lists what the result lacks; ends the process where only a whole run can tell. */
async function additions(): Promise<Added> {
  const lacking = addedSince(readResult(), files, await loadRules(), all);
  if (typeof lacking !== 'string') return lacking;
  return endWith(`The whole matrix must be run, with \`npm run kill-matrix\`: ${lacking}.`);
}

/** Tells whether the command line asks for a server. */
function chosen(servers: readonly Server[]): (server: Server) => boolean {
  const named = lawful === undefined ? matching(given.positionals[0] ?? '') : isLawful(glob(lawful));
  const sampled = quick ? inSample(servers) : () => true;
  return (server) => named(server) && (!given.has('first-contact') || namesNoRule(server)) && sampled(server);
}

/** Tells whether a server is among those of `--quick`: a part of the servers of each kind. */
function inSample(servers: readonly Server[]): (server: Server) => boolean {
  const share = 1 / (given.number('one-of') ?? 1);
  const ids = (['reference', 'fault', 'variant'] as const).map((kind) =>
    servers.filter((server) => server.kind === kind).map(({ variation }) => variation.id),
  );
  const sample = new Set(ids.flatMap((some) => [...seededSample(some, share, seed)]));
  return (server) => !namesNoRule(server) && sample.has(server.variation.id);
}

function namesNoRule({ kind, variation }: Server): boolean {
  return kind === 'fault' && variation.rules.length === 0;
}

function matching(source: string): (server: Server) => boolean {
  const pattern = compiled(source);
  return ({ variation: { id, topic } }) => pattern.test(id) || pattern.test(topic);
}

function compiled(source: string): RegExp {
  try {
    return new RegExp(source);
  } catch {
    return endWith(`PATTERN must be a regular expression, got ${JSON.stringify(source)}.`);
  }
}

function isLawful(matches: (id: string) => boolean): (server: Server) => boolean {
  return ({ kind, variation }) => kind === 'variant' && (matches(variation.id) || matches(variation.topic));
}
