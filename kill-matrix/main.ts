/**
 * `node dist/kill-matrix/main.js [PATTERN] [--quick] [--first-contact] [--json]`: runs the kill matrix and prints it as tables in Markdown. Each server
 * gets a run of the whole suite, which shows every rule that finds a fault, not only those that must. PATTERN is a regular
 * expression that ids or topics must match. Without it the result is written to kill-matrix/result.json, unless there is a
 * problem. `--quick`, as the tests run it, gives nine faults of ten only the rules that they name, and checks that
 * kill-matrix/result.json is current. `--seed N` chooses another tenth. `--first-contact` runs only the faults that name no
 * rule yet, and `--json` prints, in place of the tables, what each server was found by. Exit 1 on any problem; the problems go to stderr.
 */
import { parseArgs } from 'node:util';
import { loadRules } from '../src/conformance/rules/load-rules.js';
import { problemsOfLists, problemsOfResults } from './matrix/problems.js';
import { runMatrix } from './matrix/run-matrix.js';
import { seededTenth } from './matrix/sample.js';
import { loadServers, type Server } from './matrix/servers.js';
import { faultsOf, faultTable, ruleTable, summaryLine, topicTable } from './matrix/table.js';
import { digestOfRulesAndFaults } from './result/digest.js';
import { readResult, writeResult } from './result/result-file.js';
import { whyStale } from './result/stale.js';
import { rulesWithoutSoleFault as reasons } from './rules-without-sole-fault.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    'first-contact': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const pattern = new RegExp(positionals[0] ?? '');
const all = await loadServers();
const isChosen = ({ kind, variation }: Server) =>
  (pattern.test(variation.id) || pattern.test(variation.topic)) &&
  (!values['first-contact'] || (kind === 'fault' && variation.rules.length === 0));
const servers = all.filter(isChosen);
const isWhole = positionals.length === 0 && !values['first-contact'];
const lists = { rules: (await loadRules()).map(({ id }) => id), reasons };
const faultIds = faultsOf(servers).map(({ id }) => id);
const whole = seededTenth(faultIds, Number(values.seed));
const namedRulesOnly = new Set(values.quick ? faultIds.filter((id) => !whole.has(id)) : []);

const results = await runMatrix(servers, { namedRulesOnly });
const problems = [...problemsOfLists(faultsOf(all), lists), ...problemsOfResults(servers, results, reasons)];
const digest = await digestOfRulesAndFaults();
if (values.quick) problems.push(...whyStale(readResult(), all, digest));
else if (problems.length === 0 && isWhole) writeResult(digest, servers, results);

if (values.json) {
  const [...found] = results.values();
  const lines = found.map(({ id, exitCode, broken, requests, seconds }) => [
    id,
    { exitCode, broken, requests, seconds },
  ]);
  console.log(JSON.stringify(Object.fromEntries(lines), null, 2));
} else {
  console.log(`${topicTable(servers, results)}\n`);
  console.log(`${summaryLine(servers, results)}\n`);
  console.log(`${ruleTable(faultsOf(all), lists)}\n`);
  console.log(faultTable(servers, results));
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
