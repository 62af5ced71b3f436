/**
 * `node dist/contract-tests/kill-matrix-main.js`: the whole kill matrix, as a table in Markdown. Exit 1 on a fault that
 * was not found or a lawful difference that was failed. Arguments: a pattern that ids or topics must match.
 */
import { FAULTS } from './faults.js';
import { LAWFUL } from './variants.js';
import type { Variation } from './variation.js';
import { correctForOrders, runMatrix, tellingRules } from './runner.js';
import type { MatrixRow } from './runner.js';

const pattern = new RegExp(process.argv[2] ?? '');
const picked = ({ id, topic }: Variation) => pattern.test(id) || pattern.test(topic);

const correct = await runMatrix([undefined, correctForOrders]);
const faults = await runMatrix(FAULTS.filter(picked));
const lawful = await runMatrix(LAWFUL.filter(picked));

const missed = faults.filter((row) => tellingRules(row, correct).length === 0);
const alarms = [...correct.filter(({ topic }) => topic !== 'orders'), ...lawful].filter(
  ({ exitCode }) => exitCode !== 0,
);

console.log('| topic | faults | found | by | requests | seconds |\n|---|---|---|---|---|---|');
for (const topic of new Set(faults.map((row) => row.topic))) console.log(line(topic));
console.log(
  `\n${faults.length - missed.length} of ${faults.length} faults found, ${alarms.length} false alarms on ${lawful.length} servers that differ lawfully.`,
);
for (const row of missed) console.log(`missed: ${row.id}: ${row.title} (${row.section})`);
for (const row of alarms) console.log(`false alarm: ${row.id}: ${row.title}: ${row.rules.join(', ')}`);
process.exitCode = missed.length + alarms.length > 0 ? 1 : 0;

function line(topic: string): string {
  const rows = faults.filter((row) => row.topic === topic);
  const found = rows.filter((row) => !missed.includes(row));
  const middle = (of: (row: MatrixRow) => number) =>
    rows.map(of).sort((a, b) => a - b)[Math.floor(rows.length / 2)] ?? 0;
  const rules = found.flatMap((row) => tellingRules(row, correct).slice(0, 1));
  const common = [...new Set(rules)]
    .sort((a, b) => rules.filter((id) => id === b).length - rules.filter((id) => id === a).length)
    .slice(0, 4);
  return `| ${topic} | ${rows.length} | ${found.length} | ${common.join(', ')} | ${middle((row) => row.requests)} | ${middle((row) => row.seconds).toFixed(1)} |`;
}
