import { codeSpan, prose } from '../../reports/markdown-text.js';
import { printableLine } from '../../conformance/printable.js';
import type { Change } from '../change.js';
import type { Comparison } from '../diff-documents.js';
import { groupsOf, metText, operationsText, placesText, weightedText, withExample } from './groups.js';
import type { Group } from './groups.js';

/** Rows of one table: a comment on a pull request holds 65,536 characters. */
const maxRows = 50;

/** The report for a pull request. */
export function write(comparison: Comparison): string {
  const { old, new: now, notices, verdict, traffic } = comparison;
  const parts = [
    `### ${prose(verdict)}`,
    `${codeSpan(old)} → ${codeSpan(now)}`,
    ...groupsOf(comparison).map((group) => groupPart(group, comparison)),
    ...(traffic === null || traffic.refused.length === 0 ? [] : [refusedPart(traffic.refused)]),
    ...notices.map(prose),
  ];
  return `${parts.join('\n\n')}\n`;
}

function groupPart({ title, changes, weight }: Group, comparison: Comparison): string {
  const rows = changes.slice(0, maxRows).map((change) => rowOf(change, comparison));
  const left = changes.length - rows.length;
  const table = ['| operation | change | where |', '| --- | --- | --- |', ...rows].join('\n');
  const body = left > 0 ? `${table}\n\nand ${left} more` : table;
  if (weight !== 'harmless') return `**${title} (${changes.length})**\n\n${body}`;
  return `<details><summary>${title} (${changes.length})</summary>\n\n${body}\n\n</details>`;
}

function rowOf(change: Change, comparison: Comparison): string {
  const met = metText(change, comparison);
  const notes = [
    ...(met === undefined ? [] : [withExample(met, change)]),
    ...(change.expected === null ? [] : [`expected: ${change.expected.reason}`]),
  ];
  const text = [weightedText(change), ...notes].map((line) => prose(printableLine(line))).join('<br>');
  return `| ${prose(operationsText(change))} | ${text} | ${codeSpan(placesText(change)).replaceAll('|', '\\|')} |`;
}

function refusedPart(refused: NonNullable<Comparison['traffic']>['refused']): string {
  const rows = refused
    .slice(0, maxRows)
    .map(
      ({ operation, problem, exchanges, example }) =>
        `| ${prose(operation)} | ${prose(printableLine(problem))} | ${exchanges} | ${prose(example)} |`,
    );
  return [
    '**Recorded requests that NEW refuses**',
    ['| operation | problem | requests | such as |', '| --- | --- | --- | --- |', ...rows].join('\n'),
  ].join('\n\n');
}
