import { readFileSync } from 'node:fs';
import { packageFile } from '../../contract/package-root.js';
import { code, markdownTable } from './made/markdown-table.js';

/** A run of the suite against the mock of a document. */
interface MeasuredRun {
  readonly document: string;
  readonly verdict: string;
  readonly cases: number;
  readonly failures: readonly string[];
  readonly ownMistakes: readonly string[];
  readonly warnings: readonly string[];
  readonly seconds: number;
  readonly megabytes: number;
}

/** Makes the table of the suite's verdicts on the mock of each real document, from the last run of bench/self-verify.mjs. */
export function selfVerifyTable(): string {
  const file = packageFile('bench', 'results', 'self-verify.json');
  const { rows } = JSON.parse(readFileSync(file, 'utf8')) as { rows: MeasuredRun[] };
  return markdownTable(
    ['document', 'verdict', 'cases', 'failures', "document's own", 'other warnings', 's', 'MB'],
    rows.map((row) => [
      code(row.document),
      row.verdict,
      String(row.cases),
      ...[row.failures, row.ownMistakes, row.warnings].map(({ length }) => String(length)),
      ...[row.seconds, row.megabytes].map((figure) => String(Math.round(figure))),
    ]),
  );
}
