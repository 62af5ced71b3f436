/**
 * `node dist/kill-matrix/main.js [PATTERN] [--lawful GLOB] [--first-contact] [--named] [--quick [--one-of N]] [--json]`: runs the
 * kill matrix and prints it as tables in Markdown. Each server gets a run of the whole suite, which shows every rule that finds a
 * fault, not only those that must. PATTERN is a regular expression that ids or topics must match. `--lawful GLOB` runs the lawful
 * servers with such an id or topic alone, and prints the verdict on each; `--first-contact` only the faults that name no rule yet.
 * With none of them the result is written to kill-matrix/result.json, unless there is a problem. `--json` prints, in place of the
 * tables, what each server was found by. `--named` gives each fault only the rules that it names. `--quick`
 * gives nine faults of ten only the rules that they name and the others, like every lawful server, the whole suite; it leaves out
 * faults that name no rule yet, and checks that kill-matrix/result.json is current. `--one-of 160`, as the tests run it, takes a
 * 160th of the servers of each kind. `--seed N` chooses others. Exit 1 on any problem; the problems go to stderr.
 */
import { parseArgs } from 'node:util';
import { glob } from '../src/conformance/run/glob.js';
import { loadRules } from '../src/conformance/rules/load-rules.js';
import { problemsOfLists, problemsOfResults } from './matrix/problems.js';
import { runMatrix } from './matrix/run-matrix.js';
import { seededSample } from './matrix/sample.js';
import { loadServers } from './matrix/servers.js';
import type { Server } from './matrix/servers.js';
import { faultsOf, faultTable, ruleTable, summaryLine, topicTable, variantTable } from './matrix/table.js';
import { digestOfRulesAndFaults } from './result/digest.js';
import { readResult, writeResult } from './result/result-file.js';
import { whyStale } from './result/stale.js';
import { rulesWithoutSoleFault as reasons } from './rules-without-sole-fault.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    'one-of': { type: 'string', default: '1' },
    named: { type: 'boolean', default: false },
    lawful: { type: 'string' },
    'first-contact': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
  },
});
const { lawful } = values;
const all = await loadServers();
const namesNoRule = ({ kind, variation }: Server) => kind === 'fault' && variation.rules.length === 0;
const seed = Number(values.seed);
const oneOf = Number(values['one-of']);
const kinds = ['reference', 'fault', 'variant'] as const;
const sample = new Set(
  kinds.flatMap((each) => [...seededSample(idsOf(all.filter(({ kind }) => kind === each)), 1 / oneOf, seed)]),
);
const isQuick = (server: Server) => !namesNoRule(server) && sample.has(server.variation.id);
const servers = all
  .filter(lawful === undefined ? matching(positionals[0] ?? '') : isLawful(glob(lawful)))
  .filter((server) => !values['first-contact'] || namesNoRule(server))
  .filter((server) => !values.quick || isQuick(server));
const lists = { rules: (await loadRules()).map(({ id }) => id), reasons };
const faultIds = faultsOf(servers).map(({ id }) => id);
const whole = values.named ? new Set<string>() : seededSample(faultIds, 1 / 10, seed);
const namedRulesOnly = new Set(values.quick || values.named ? faultIds.filter((id) => !whole.has(id)) : []);

const results = await runMatrix(servers, { namedRulesOnly });
const problems = [
  ...problemsOfLists(faultsOf(all), lists),
  ...problemsOfResults(servers, results, reasons, values.quick),
];
const digest = await digestOfRulesAndFaults();
if (values.quick) problems.push(...whyStale(readResult(), all, digest));
else if (problems.length === 0 && servers.length === all.length && !values.named)
  writeResult(digest, servers, results);

if (values.json) {
  const found = [...results.values()].map(({ id, exitCode, broken, requests, seconds }) => [
    id,
    { exitCode, broken, requests, seconds },
  ]);
  console.log(JSON.stringify(Object.fromEntries(found), null, 2));
} else {
  const summary = summaryLine(servers, results);
  const tables =
    lawful === undefined
      ? [topicTable(servers, results), summary, ruleTable(faultsOf(all), lists), faultTable(servers, results)]
      : [variantTable(servers, results), summary];
  console.log(tables.join('\n\n'));
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

function idsOf(some: readonly Server[]): string[] {
  return some.map(({ variation }) => variation.id);
}

function matching(source: string) {
  const pattern = new RegExp(source);
  return ({ variation: { id, topic } }: Server) => pattern.test(id) || pattern.test(topic);
}

function isLawful(matches: (id: string) => boolean) {
  return ({ kind, variation }: Server) =>
    kind === 'variant' && (matches(variation.id) || matches(variation.topic));
}
