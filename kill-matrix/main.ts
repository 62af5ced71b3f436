/**
 * `node dist/kill-matrix/main.js [PATTERN] [--quick]`: runs the kill matrix and prints it as tables in Markdown. Each server
 * gets a run of the whole suite, which shows every rule that finds a fault, not only those that must. PATTERN is a regular
 * expression that ids or topics must match. Without it the result is written to kill-matrix/result.json, unless there is a
 * problem. `--quick`, as the tests run it, gives nine faults of ten only the rules that they name, and checks that
 * kill-matrix/result.json is current. `--seed N` chooses another tenth. Exit 1 on any problem; the problems go to stderr.
 */
import { parseArgs } from 'node:util';
import { loadRules } from '../src/conformance/rules/load-rules.js';
import { problemsOfLists, problemsOfResults } from './matrix/problems.js';
import { runMatrix } from './matrix/run-matrix.js';
import { seededTenth } from './matrix/sample.js';
import { loadServers } from './matrix/servers.js';
import { faultsOf, faultTable, ruleTable, summaryLine, topicTable } from './matrix/table.js';
import { digestOfRulesAndFaults } from './result/digest.js';
import { readResult, writeResult } from './result/result-file.js';
import { whyStale } from './result/stale.js';
import { rulesWithoutSoleFault as reasons } from './rules-without-sole-fault.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, seed: { type: 'string', default: '1' } },
});
const pattern = new RegExp(positionals[0] ?? '');
const all = await loadServers();
const servers = all.filter(({ variation: { id, topic } }) => pattern.test(id) || pattern.test(topic));
const lists = { rules: (await loadRules()).map(({ id }) => id), reasons };
const faultIds = faultsOf(servers).map(({ id }) => id);
const whole = seededTenth(faultIds, Number(values.seed));
const namedRulesOnly = new Set(values.quick ? faultIds.filter((id) => !whole.has(id)) : []);

const results = await runMatrix(servers, { namedRulesOnly });
const problems = [...problemsOfLists(faultsOf(all), lists), ...problemsOfResults(servers, results, reasons)];
const digest = await digestOfRulesAndFaults();
if (values.quick) problems.push(...whyStale(readResult(), all, digest));
else if (problems.length === 0 && positionals.length === 0) writeResult(digest, servers, results);

console.log(`${topicTable(servers, results)}\n`);
console.log(`${summaryLine(servers, results)}\n`);
console.log(`${ruleTable(faultsOf(all), lists)}\n`);
console.log(faultTable(servers, results));
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
