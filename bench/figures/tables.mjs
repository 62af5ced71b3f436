/** The measured numbers of the documentation, as Markdown made of bench/results/mock.json alone. */
import { compareWithGoals, latencyOf, throughputOf } from './goals.mjs';

const kinds = ['GET', 'POST'];

/** @param {Record<string, any>} results parts by name; what is missing leaves its table out */
export function tables(results) {
  const sections = [
    conditions,
    speedTable,
    latencyTable,
    startTable,
    memoryLine,
    growthTable,
    tricksTable,
    goalTable,
    doesList,
  ];
  const written = sections.map((section) => section(results)).filter(Boolean);
  return `${written.join('\n\n')}\n`;
}

function conditions(results) {
  const part = results.throughput ?? Object.values(results)[0];
  if (!part) return 'Nothing has been measured yet: `npm --prefix bench run mock`.';
  const machine = `${part.cores} cores (${part.processor}), ${part.memoryGb} GB, Node ${part.node}`;
  return `Measured on ${part.date} at commit ${part.commit}: ${machine}; servers and load on the same machine. Figures are medians, with the range of the rounds in brackets.${measuredApart(results, part)}`;
}

/** Parts that were measured again alone say so. */
function measuredApart(results, { date, commit }) {
  return Object.entries(results)
    .filter(([, part]) => part.date !== date || part.commit !== commit)
    .map(([name, part]) => ` Measured apart: ${name} on ${part.date} at commit ${part.commit}.`)
    .join('');
}

function speedTable({ throughput }) {
  if (!throughput) return '';
  const cells = (row) =>
    row ? [count(row.perSecond.median), ratio(row), count(row.cpuMicros.median)] : ['-', '-', '-'];
  const rows = servers(throughput).map((server) => [
    server,
    ...kinds.flatMap((kind) => cells(throughputOf({ throughput }, server, kind))),
  ]);
  const { connections, rounds, seconds } = throughput;
  const head = ['of node:http', 'µs of processor each'];
  return [
    `${connections} connections that each send the next request after the response to the last one; ${rounds} rounds of ${seconds} s, the servers in turn.`,
    table(['server', 'GET per second', ...head, 'POST per second', ...head], rows),
  ].join('\n\n');
}

function latencyTable({ latency }) {
  if (!latency) return '';
  const rates = [...new Set(latency.rows.map(({ rate }) => rate))];
  const cell = (row) => (row ? (row.ms ? percentiles(row) : `answers ${count(row.perSecond)}`) : '-');
  const rows = kinds.flatMap((kind) =>
    servers(latency).map((server) => [
      `${kind}, ${server}`,
      ...rates.map((rate) => cell(latencyOf({ latency }, server, kind, rate))),
    ]),
  );
  const { connections, rounds, seconds } = latency;
  return [
    `Requests that come by the clock, over ${connections} connections; ${rounds} rounds of ${seconds} s, the servers in turn. A latency counts from the moment at which its request was due, whether or not the server kept up (coordinated omission is corrected). A server that can't keep up has no latency; it answers as many a second as the cell says.`,
    table(['p50 / p99 / p99.9 in ms', ...rates.map((rate) => `${count(rate)} per second`)], rows),
  ].join('\n\n');
}

function startTable({ 'cold-start': start }) {
  if (!start) return '';
  const rows = start.rows.map(({ server, ms, mb }) => [
    server,
    `${count(ms.median)} (${count(ms.low)} to ${count(ms.high)})`,
    count(mb),
  ]);
  return table(['server', 'ms from start to first response', 'MB then'], rows);
}

function memoryLine({ memory }) {
  if (!memory) return '';
  const { requests, start, firstHalf, secondHalf, end } = memory;
  return `Drydock's memory over ${count(requests)} requests, GET and POST in turn: ${start} MB at the start, ${firstHalf} MB in the first half, ${secondHalf} MB in the second, ${end} MB at the end.`;
}

function growthTable({ growth, rates }) {
  const ends = ({ points }, figure) => [points[0][figure], points.at(-1)[figure]];
  const span = (curve, figure) =>
    curve.points[0][figure] === undefined ? '-' : ends(curve, figure).map(count).join(' to ');
  const row = (curve, name, grows) => [
    ...[name, span(curve, 'n'), span(curve, 'micros'), grows],
    ...[span(curve, 'startMs'), span(curve, 'mb')],
  ];
  const rows = [
    ...(rates?.curves ?? []).map((curve) =>
      row(curve, `${curve.name}, rate engine alone`, `exponent ${curve.exponent.toFixed(2)}, at most 1.1`),
    ),
    ...(growth?.curves ?? []).map((curve) =>
      row(
        curve,
        curve.name,
        curve.must === 'linear'
          ? `exponent ${curve.grows.toFixed(2)}, at most ${growth.bounds.linear}`
          : `${curve.grows.toFixed(2)} times, at most ${growth.bounds.flat}`,
      ),
    ),
  ];
  if (rows.length === 0) return '';
  return table(
    ['what grows', 'from, to', 'µs for a request', 'growth and its bound', 'start, ms', 'MB'],
    rows,
  );
}

function tricksTable({ tricks }) {
  if (!tricks || tricks.rows.length === 0) return '';
  const percent = (share) => (share * 100).toFixed(1);
  const cell = ({ microsWith, microsWithout, saved: { median, low, high } }) => [
    `${microsWithout.toFixed(1)} to ${microsWith.toFixed(1)}`,
    `${percent(median)} % (${percent(low)} to ${percent(high)})`,
  ];
  const rows = [...new Set(tricks.rows.map(({ trick }) => trick))].map((trick) => [
    `\`${trick}\``,
    ...kinds.flatMap((kind) => cell(tricks.rows.find((row) => row.trick === trick && row.kind === kind))),
  ]);
  const head = ['GET, µs without and with', 'taken off', 'POST, µs without and with', 'taken off'];
  return [
    `Processor time that each trick of \`src/server/http\` takes off a request: two mocks, one without it (\`DRYDOCK_PLAIN_HTTP=NAME\`), in ${tricks.rounds} rounds of ${count(tricks.count)} requests in turn; in brackets the middle half of the rounds.`,
    table(['trick', ...head], rows),
  ].join('\n\n');
}

function goalTable(results) {
  const rows = compareWithGoals(results).map(({ goal, reached, holds }) => [
    goal,
    reached,
    holds ? 'yes' : 'no',
  ]);
  return rows.length > 0 ? table(['goal', 'measured', 'reached'], rows) : '';
}

function doesList({ throughput }) {
  if (!throughput) return '';
  const lines = throughput.servers.map(({ name, version, does }) => `- ${name} (${version}): ${does}.`);
  const missing = throughput.missing.map(({ name, why }) => `- ${name} was not measured; it needs ${why}.`);
  const failed = throughput.failed.map(({ name }) => `- ${name} failed under load and is left out.`);
  return ['What each server does for a request:', '', ...lines, ...missing, ...failed].join('\n');
}

const servers = ({ rows }) => [...new Set(rows.map(({ server }) => server))];
const ratio = ({ ofBare: { median, low, high } }) => `${two(median)} (${two(low)} to ${two(high)})`;
const two = (number) => (number < 0.1 ? number.toFixed(3) : number.toFixed(2));
const ms = (number) =>
  number < 10 ? number.toFixed(2) : number < 100 ? number.toFixed(1) : number.toFixed(0);
const percentiles = ({ ms: { p50, p99, 'p99.9': p999 } }) => [p50, p99, p999].map(ms).join(' / ');
const count = (number) => Math.round(number).toLocaleString('en-US');

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
