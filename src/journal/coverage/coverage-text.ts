import type { CoverageReport, OperationCoverage, Share } from './coverage-report.js';
import { isError } from './coverage-totals.js';

/** Characters of a line of names before the next begins. */
const lineWidth = 96;

/** A coverage report for a terminal: a table, then what was never met. */
export function coverageText(report: CoverageReport): string {
  const { totals, operations } = report;
  const rows = operations.map((operation) => {
    const statuses = Object.entries(operation.statuses);
    const errors = statuses.filter(([status]) => isError(status));
    return [
      operation.id,
      operation.seen ? 'yes' : 'no',
      ...[statuses, errors, Object.entries(operation.fields)].map(seenOf),
    ];
  });
  const total = [
    'all',
    ...[totals.operations, totals.statuses, totals.errors, totals.fields].map(
      ({ seen, of, percent }: Share) => `${seen}/${of} ${percent}%`,
    ),
  ];
  const lines = table([['operation', 'met', 'statuses', 'errors', 'fields'], ...rows, total]);
  return [...lines, ...neverMet(report), ...undocumented(operations), ''].join('\n');
}

function seenOf(entries: readonly (readonly [string, boolean])[]): string {
  return entries.length === 0 ? '-' : `${entries.filter(([, seen]) => seen).length}/${entries.length}`;
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function neverMet({ operations, scenarios }: CoverageReport): string[] {
  const lines = operations.flatMap(({ id, seen, statuses, fields }) => {
    if (!seen) return [`  ${id}: never requested`];
    return [...named(`${id}, statuses`, missing(statuses)), ...named(`${id}, fields`, missing(fields))];
  });
  const all = [...lines, ...named('scenarios', scenarios.notMet)];
  return all.length === 0 ? ['', 'Everything was met.'] : ['', 'Never met:', ...all];
}

function undocumented(operations: readonly OperationCoverage[]): string[] {
  const lines = operations.flatMap((operation) => named(operation.id, operation.undocumented.map(String)));
  return lines.length === 0 ? [] : ['', 'Met, though the document does not have them:', ...lines];
}

function missing(all: Readonly<Record<string, boolean>>): string[] {
  return Object.entries(all).flatMap(([name, seen]) => (seen ? [] : [name]));
}

/** `  title: a, b, c`, with further lines where one would be too long. */
function named(title: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const lines = [`  ${title}:`];
  for (const [index, name] of names.entries()) {
    const text = index < names.length - 1 ? `${name},` : name;
    const last = lines.at(-1) ?? '';
    if (last.length + text.length < lineWidth) lines[lines.length - 1] = `${last} ${text}`;
    else lines.push(`    ${text}`);
  }
  return lines;
}

/** Sums up coverage in one sentence. */
export function metText({ totals: { operations, statuses, errors, fields } }: CoverageReport): string {
  const parts = [
    `${operations.seen} of ${operations.of} operations`,
    `${statuses.seen} of ${statuses.of} statuses`,
    `${errors.seen} of ${errors.of} errors`,
    `${fields.seen} of ${fields.of} request fields`,
  ];
  return `Met ${parts.join(', ')}.`;
}

/** Least percentages, 0 to 100; what is left out has none. */
export interface CoverageThresholds {
  readonly minOperations?: number | undefined;
  readonly minStatuses?: number | undefined;
  readonly minErrors?: number | undefined;
  readonly minFields?: number | undefined;
}

/** A sentence for each total that is below its threshold; empty when none is. */
export function belowThresholds({ totals }: CoverageReport, thresholds: CoverageThresholds): string[] {
  const { minOperations, minStatuses, minErrors, minFields } = thresholds;
  return [
    ...below('operations', totals.operations, minOperations),
    ...below('statuses', totals.statuses, minStatuses),
    ...below('errors', totals.errors, minErrors),
    ...below('request fields', totals.fields, minFields),
  ];
}

function below(what: string, { seen, of, percent }: Share, least: number | undefined): string[] {
  // The percentage is cut for people; the whole numbers decide.
  if (least === undefined || of === 0 || seen * 100 >= least * of) return [];
  return [`Only ${percent}% of the ${what} were met (${seen} of ${of}); at least ${least}% is asked for.`];
}
