/**
 * `node dist/kill-matrix/main.js [PATTERN] [--complete]`: runs the kill matrix and prints it as tables in Markdown. PATTERN
 * is a regular expression that ids or topics must match. With `--complete` every run goes to its end, which shows every
 * rule that finds a fault, not only those that must. Exit 1 on any problem; the problems go to stderr.
 */
import { parseArgs } from 'node:util';
import { loadRules } from '../src/conformance/rules/load-rules.js';
import { problemsOfLists, problemsOfResults } from './matrix/problems.js';
import { runMatrix } from './matrix/run-matrix.js';
import { loadServers } from './matrix/servers.js';
import { faultsOf, faultTable, ruleTable, summaryLine, topicTable } from './matrix/table.js';
import { rulesWithoutSoleFault as reasons } from './rules-without-sole-fault.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { complete: { type: 'boolean', default: false } },
});
const pattern = new RegExp(positionals[0] ?? '');
const all = await loadServers();
const servers = all.filter(({ variation: { id, topic } }) => pattern.test(id) || pattern.test(topic));
const lists = { rules: (await loadRules()).map(({ id }) => id), reasons };

const results = await runMatrix(servers, values);
const problems = [...problemsOfLists(faultsOf(all), lists), ...problemsOfResults(servers, results, reasons)];

console.log(`${topicTable(servers, results)}\n`);
console.log(`${summaryLine(servers, results)}\n`);
console.log(`${ruleTable(faultsOf(all), lists)}\n`);
console.log(faultTable(servers, results));
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
