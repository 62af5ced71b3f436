import { plural } from '../../conformance/counting.js';
import { styleText } from 'node:util';
import { printableName } from '../../conformance/printable.js';
import type { Change } from '../change.js';
import type { Comparison } from '../diff-documents.js';
import { groupsOf, metText, placesText, sentenceOf, type Group } from './groups.js';
import type { DiffReportSettings } from './diff-report.js';

/** Harmless changes that are listed; a report for programs has them all. */
const maxHarmless = 20;
const maxBreaking = 200;

const colors = {
  met: 'red',
  breaking: 'yellow',
  unknown: 'yellow',
  expected: 'gray',
  harmless: 'gray',
} as const;

/** The report for people. */
export function write(comparison: Comparison, { color }: DiffReportSettings): string {
  const paint = (group: Group, text: string): string =>
    color ? styleText(['bold', colors[group.weight]], text, { validateStream: false }) : text;
  const lines = [`${comparison.old} → ${comparison.new}`, ''];
  for (const group of groupsOf(comparison)) {
    const { title, changes, weight } = group;
    const max = weight === 'harmless' ? maxHarmless : maxBreaking;
    lines.push(paint(group, `${title} (${changes.length})`));
    for (const change of changes.slice(0, max)) lines.push(...linesOf(change, comparison, weight));
    if (changes.length > max) lines.push(`  and ${changes.length - max} more: --report json lists them all`);
    lines.push('');
  }
  if (comparison.changes.length === 0) lines.push('Clients notice no change.', '');
  lines.push(...refusedLines(comparison));
  lines.push(...comparison.notices, comparison.verdict);
  return `${lines.map(printableName).join('\n')}\n`;
}

function linesOf(change: Change, comparison: Comparison, weight: Group['weight']): string[] {
  if (weight === 'harmless') return [`  ${sentenceOf(change)}`];
  const who = metText(change, comparison);
  const { met, expected } = change;
  return [
    `  ${sentenceOf(change)}`,
    `    ${placesText(change)}`,
    ...(who === undefined ? [] : [`    ${who}`]),
    ...(met === null || met.example === '' ? [] : [`    such as ${met.example}`]),
    ...(expected === null
      ? []
      : [`    expected${expected.expires === null ? '' : ` until ${expected.expires}`}: ${expected.reason}`]),
    `    ${change.id}`,
  ];
}

function refusedLines({ traffic, new: now }: Comparison): string[] {
  if (traffic === null || traffic.refused.length === 0) return [];
  return [
    `Recorded requests that ${now} refuses (${traffic.refused.length})`,
    ...traffic.refused.flatMap(({ operation, problem, exchanges, example }) => [
      `  ${operation}: ${problem} (${plural(exchanges, 'request')})`,
      `    such as ${example}`,
    ]),
    '',
  ];
}
