import { readFileSync } from 'node:fs';
import { packageFile } from '../../contract/package-root.js';
import { code, markdownTable } from './made/markdown-table.js';

interface MeasuredDocument {
  readonly package: string;
  readonly version: string;
  readonly document: string;
  readonly operations: number;
  readonly valid: number;
  readonly notFound: number;
  readonly refused: number;
  readonly invalid: number;
  readonly unparsable: number;
  readonly startMs: number;
  readonly firstMs: number;
  readonly megabytes: number;
}

const counted = ['operations', 'valid', 'notFound', 'refused', 'invalid', 'unparsable'] as const;

/** How the mock answers for real documents, from the last run of bench/documents.mjs. */
export function documentsTable(): string {
  const file = packageFile('bench', 'results', 'documents.json');
  const { rows } = JSON.parse(readFileSync(file, 'utf8')) as { rows: MeasuredDocument[] };
  const sum = (count: (typeof counted)[number]): number => rows.reduce((total, row) => total + row[count], 0);
  const shareOf = (valid: number, operations: number): string =>
    `${((100 * valid) / operations).toFixed(1)}%`;
  const lines = rows.map((row) => [
    row.package === row.document ? code(row.package) : `${code(row.document)} of ${code(row.package)}`,
    row.version,
    String(row.operations),
    shareOf(row.valid, row.operations),
    ...[row.notFound, row.refused, row.invalid, row.unparsable, row.startMs, row.firstMs, row.megabytes].map(
      String,
    ),
  ]);
  const [operations, valid, ...rest] = counted.map(sum);
  const total = [`${rows.length} documents`, '', String(operations), shareOf(valid ?? 0, operations ?? 1)];
  return markdownTable(
    [
      'document',
      'version',
      'operations',
      'valid',
      '404',
      'refused',
      'invalid',
      'not parsed',
      'ms to start',
      'first ms',
      'MB',
    ],
    [...lines, [...total, ...rest.map(String), '', '', '']],
  );
}
