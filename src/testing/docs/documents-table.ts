import { readFileSync } from 'node:fs';
import { packageFile } from '../../contract/package-root.js';
import { code, markdownTable } from './made/markdown-table.js';

/** The answers of one mock; times in milliseconds, memory when it was ready. */
interface Measured {
  readonly valid: number;
  readonly notFound: number;
  readonly refused: number;
  readonly invalid: number;
  readonly unparsable: number;
  readonly startMs: number;
  readonly firstMs: number;
  readonly megabytes: number;
}

interface MeasuredDocument extends Measured {
  readonly package: string;
  readonly version: string;
  readonly document: string;
  readonly operations: number;
  readonly prism: Measured | { readonly failure: string };
}

const outcomes = ['valid', 'notFound', 'refused', 'invalid', 'unparsable'] as const;

function measuredDocuments(): readonly MeasuredDocument[] {
  const file = packageFile('bench', 'results', 'documents.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { rows: MeasuredDocument[] }).rows;
}

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((total, row) => total + of(row), 0);

const share = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)}%`;

/** Compares the answers of Drydock and Prism for each real document, from the last run of bench/documents.mjs. */
export function documentsTable(): string {
  const pair = (mine: string | number, theirs: string | number): string => `${mine} / ${theirs}`;
  const lines = measuredDocuments().map((row) => {
    const { prism } = row;
    const identity = row.package === row.document ? '' : ` of ${code(row.package)}`;
    const numbers =
      'failure' in prism
        ? [
            pair(share(row.valid, row.operations), 'none'),
            ...[row.startMs, row.firstMs, row.megabytes].map((mine) => pair(mine, '-')),
          ]
        : [
            pair(share(row.valid, row.operations), share(prism.valid, row.operations)),
            pair(row.startMs, prism.startMs),
            pair(row.firstMs, prism.firstMs),
            pair(row.megabytes, prism.megabytes),
          ];
    return [code(row.document) + identity, row.version, String(row.operations), ...numbers];
  });
  return markdownTable(
    ['document', 'version', 'operations', 'valid', 'ms to start', 'first ms', 'MB'],
    lines,
  );
}

/** Sums up the outcome of all requests, by mock. */
export function documentsSummary(): string {
  const rows = measuredDocuments();
  const operations = sum(rows, (row) => row.operations);
  const prismOf = ({ prism }: MeasuredDocument): Measured | undefined =>
    'failure' in prism ? undefined : prism;
  const line = (name: string, of: (row: MeasuredDocument) => Measured | undefined): string[] => [
    name,
    String(rows.filter((row) => of(row)).length),
    share(
      sum(rows, (row) => of(row)?.valid ?? 0),
      operations,
    ),
    ...outcomes.map((outcome) => String(sum(rows, (row) => of(row)?.[outcome] ?? 0))),
  ];
  return markdownTable(
    [
      `${rows.length} documents, ${operations} operations`,
      'started',
      'valid of all',
      ...['valid', '404', 'refused', 'invalid', 'not parsed'],
    ],
    [line('Drydock', (row) => row), line('Prism', prismOf)],
  );
}
