/** The measured numbers of docs/performance.md, as Markdown made of bench/results/mock.json alone. */
import { judgeGoals, throughputOf } from './goals.mjs';

/** @param {Record<string, any>} results parts by name; what is missing leaves its table out */
export function tables(results) {
  const sections = [conditions, speedTable, latencyTable, startTable, growthTable, goalTable, doesList];
  const written = sections.map((section) => section(results)).filter(Boolean);
  return `${written.join('\n\n')}\n`;
}

function conditions(results) {
  const part = results.throughput ?? Object.values(results)[0];
  if (!part) return 'Nothing has been measured yet: `npm --prefix bench run mock`.';
  const rounds = results.throughput
    ? ` ${results.throughput.rounds} rounds of ${results.throughput.seconds} s in alternation, warmed; load by ${part.generator} on the same machine.`
    : '';
  return `Measured on ${part.date} at commit ${part.commit}: ${part.cores} cores (${part.processor}), ${part.memoryGb} GB, Node ${part.node}.${rounds} Medians, with the range of the rounds in brackets.${repeated(results, part)}`;
}

/** Parts that were measured again alone say so. */
function repeated(results, { date, commit }) {
  return Object.entries(results)
    .filter(([, part]) => part.date !== date || part.commit !== commit)
    .map(([name, part]) => ` Measured apart: ${name} on ${part.date} at commit ${part.commit}.`)
    .join('');
}

function speedTable({ throughput }) {
  if (!throughput) return '';
  const cells = (row) => [count(row.perSecond.median), ratio(row), count(row.cpuMicros.median)];
  const rows = servers(throughput).map((server) => [
    server,
    ...['GET', 'POST'].flatMap((kind) => {
      const row = throughputOf({ throughput }, server, kind);
      return row ? cells(row) : ['-', '-', '-'];
    }),
  ]);
  const head = ['of node:http', 'µs of processor each'];
  return table(['32 connections', 'GET per second', ...head, 'POST per second', ...head], rows);
}

function latencyTable({ throughput }) {
  if (!throughput) return '';
  const rows = servers(throughput).flatMap((server) =>
    ['GET', 'POST'].map((kind) => [
      `${server}, ${kind}`,
      ...[1, 32, 256].map((connections) => {
        const row = throughputOf({ throughput }, server, kind, connections);
        return row ? `${count(row.perSecond.median)}: ${latency(row)}` : '-';
      }),
    ]),
  );
  const head = ['1 connection', '32 connections', '256 connections'];
  return table(['requests per second: p50 / p99 / p99.9 ms', ...head], rows);
}

function startTable({ 'cold-start': start, memory }) {
  const names = [...new Set([...(start?.rows ?? []), ...(memory?.rows ?? [])].map(({ server }) => server))];
  if (names.length === 0) return '';
  const rows = names.map((name) => {
    const ms = start?.rows.find(({ server }) => server === name)?.ms;
    const used = memory?.rows.find(({ server }) => server === name);
    const last = used?.samples.at(-1);
    return [
      name,
      ms ? `${count(ms.median)} (${count(ms.low)} to ${count(ms.high)})` : '-',
      used ? `${used.startMb.toFixed(0)}` : '-',
      last ? `${last.mb.toFixed(0)} after ${count(last.requests)}` : '-',
    ];
  });
  return table(
    ['server', 'ms from start to first answer', 'MB at the start', 'MB after so many requests'],
    rows,
  );
}

function growthTable({ growth, rates }) {
  const ends = ({ points }) => [points[0], points.at(-1)];
  const span = (curve) =>
    ends(curve)
      .map(({ n }) => count(n))
      .join(' to ');
  const cost = (curve) =>
    ends(curve)
      .map(({ micros }) => count(micros.median))
      .join(' to ');
  const grown = (curve, name) =>
    curve.points[0][name] === undefined
      ? '-'
      : ends(curve)
          .map((point) => count(point[name]))
          .join(' to ');
  const rows = [
    ...(rates?.curves ?? []).map((curve) => [
      `${curve.name}, rate engine alone`,
      span(curve),
      cost(curve),
      `exponent ${curve.exponent.toFixed(2)}, at most 1.1`,
      '-',
      '-',
    ]),
    ...(growth?.curves ?? []).map((curve) => [
      curve.name,
      span(curve),
      cost(curve),
      curve.must === 'linear'
        ? `exponent ${curve.grows.toFixed(2)}, at most ${growth.bounds.linear}`
        : `${curve.grows.toFixed(2)} times, at most ${growth.bounds.flat}`,
      grown(curve, 'startMs'),
      grown(curve, 'mb'),
    ]),
  ];
  return rows.length > 0
    ? table(['what grows', 'from, to', 'µs for a request', 'growth and its bound', 'start, ms', 'MB'], rows)
    : '';
}

function goalTable(results) {
  const rows = judgeGoals(results).map(({ goal, reached, holds }) => [goal, reached, holds ? 'yes' : 'no']);
  return rows.length > 0 ? table(['goal', 'measured', 'reached'], rows) : '';
}

function doesList({ throughput }) {
  if (!throughput) return '';
  const lines = throughput.servers.map(({ name, version, does }) => `- ${name} (${version}): ${does}.`);
  const without = [
    ...throughput.missing.map(({ name, why }) => `- ${name} was not measured; it needs ${why}.`),
  ];
  const failed = throughput.failed.map(
    ({ name }) => `- ${name} did not keep up with every load and is left out where it failed.`,
  );
  return ['What each server does for a request:', '', ...lines, ...without, ...failed].join('\n');
}

const servers = ({ rows }) => [...new Set(rows.map(({ server }) => server))];
const ratio = ({ ofBare: { median, low, high } }) => `${two(median)} (${two(low)} to ${two(high)})`;
const two = (number) => (number < 0.1 ? number.toFixed(3) : number.toFixed(2));
const ms = (number) =>
  number < 10 ? number.toFixed(2) : number < 100 ? number.toFixed(1) : number.toFixed(0);
const latency = ({ ms: { p50, p99, 'p99.9': p999 } }) => [p50, p99, p999].map(ms).join(' / ');
const count = (number) => Math.round(number).toLocaleString('en-US');

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
