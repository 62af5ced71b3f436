/** The published table of the kill matrix, in Markdown: by topic, by rule and by fault. */
import type { Fault } from '../variations/variation.js';
import type { Result } from './check-server.js';
import { isFound, type Lists } from './problems.js';
import type { Server } from './servers.js';

/** One line that says it all, for documents to quote. */
export function summaryLine(servers: readonly Server[], results: ReadonlyMap<string, Result>): string {
  const all = faultsOf(servers);
  const faults = all.filter(({ rules }) => rules.length > 0);
  const found = faults.filter((fault) => isFound(fault, results.get(fault.id)));
  const missed = faults.length < all.length ? `, ${all.length - faults.length} more not yet` : '';
  const others = servers.filter(({ kind }) => kind !== 'fault');
  const alarms = others.filter(({ variation }) => results.get(variation.id)?.exitCode !== 0);
  const variants = others.filter(({ kind }) => kind === 'variant');
  return `${found.length} of ${faults.length} faults found${missed}, ${alarms.length} false alarms on ${variants.length} servers that differ lawfully.`;
}

/** The number of failures that a report shows for one fault; undefined where no fault had a whole run. */
export function blocksLine(
  servers: readonly Server[],
  results: ReadonlyMap<string, Result>,
): string | undefined {
  const blocks = faultsOf(servers)
    .flatMap(({ id }) => results.get(id) ?? [])
    .filter(({ exitCode, failures }) => exitCode === 1 && failures.length > 0)
    .map(({ failures }) => failures.length);
  if (blocks.length === 0) return undefined;
  const share = (test: (count: number) => boolean) =>
    `${((100 * blocks.filter(test).length) / blocks.length).toFixed(1)} %`;
  return `Of ${blocks.length} faults ${share((count) => count === 1)} make one failure, ${share((count) => count > 3)} more than three, and none more than ${Math.max(...blocks)}.`;
}

/** A row for each topic: how many of its faults are found, by which rules above all, after how many requests and seconds. */
export function topicTable(servers: readonly Server[], results: ReadonlyMap<string, Result>): string {
  const faults = faultsOf(servers);
  const topics = [...new Set(faults.map(({ topic }) => topic))];
  return table(
    ['topic', 'faults', 'found', 'by', 'requests', 'seconds'],
    topics.map((topic) => {
      const own = faults.filter((fault) => fault.topic === topic);
      const ran = own.flatMap(({ id }) => results.get(id) ?? []);
      const found = own.filter((fault) => isFound(fault, results.get(fault.id))).length;
      const requests = median(ran.map((result) => result.requests));
      const seconds = median(ran.map((result) => result.seconds)).toFixed(1);
      return [topic, own.length, found, commonest(own.flatMap(({ rules }) => rules)), requests, seconds];
    }),
  );
}

/** A row for each rule: the fault that no other rule finds, or why there is none, and how many faults name it. */
export function ruleTable(faults: readonly Fault[], { rules, reasons }: Lists): string {
  return table(
    ['rule', 'alone finds', 'faults', 'which'],
    rules.map((rule) => {
      const own = faults.filter((fault) => fault.rules.includes(rule));
      const sole = own.filter((fault) => fault.sole).map(({ id }) => id);
      return [
        rule,
        sole.join(', ') || (reasons[rule] ?? 'none'),
        own.length,
        own.map(({ id }) => id).join(', '),
      ];
    }),
  );
}

/** A row for each fault: the rules that must find it, and whether they did. */
export function faultTable(servers: readonly Server[], results: ReadonlyMap<string, Result>): string {
  return table(
    ['fault', 'what is wrong', 'breaks', 'must be found by', 'found', 'also by'],
    faultsOf(servers).map((fault) => {
      const result = results.get(fault.id);
      const others = (result?.broken ?? []).filter((rule) => !fault.rules.includes(rule));
      const by = `${fault.rules.join(', ')}${fault.sole ? ' alone' : ''}`;
      const found = isFound(fault, result) ? 'yes' : 'NO';
      return [fault.id, fault.title, fault.section, by, found, others.join(', ')];
    }),
  );
}

/** A row for each lawful server: what leaves the difference open, the verdict, and the rules that it breaks. */
export function variantTable(servers: readonly Server[], results: ReadonlyMap<string, Result>): string {
  return table(
    ['lawful server', 'how it differs', 'lawful by', 'verdict', 'warned of', 'seconds'],
    servers.flatMap(({ kind, variation: { id, title, section } }) => {
      const result = results.get(id);
      if (kind !== 'variant' || !result) return [];
      const verdict = result.exitCode === 0 ? 'conforms' : `BLAMED (exit ${result.exitCode ?? 'none'})`;
      return [[id, title, section, verdict, result.broken.join(', '), result.seconds.toFixed(1)]];
    }),
  );
}

export function faultsOf(servers: readonly Server[]): Fault[] {
  return servers.flatMap((server) => (server.kind === 'fault' ? [server.variation] : []));
}

function table(head: string[], rows: (string | number)[][]): string {
  const line = (cells: (string | number)[]) =>
    `| ${cells.map((cell) => escaped(String(cell))).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}

const escaped = (text: string): string => text.replaceAll('|', '\\|');

function commonest(rules: readonly string[]): string {
  const times = (rule: string) => rules.filter((each) => each === rule).length;
  return [...new Set(rules)]
    .sort((a, b) => times(b) - times(a))
    .slice(0, 4)
    .join(', ');
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
