/** The JSON report of `drydock verify`, format version 1 (src/reports/json-report.schema.json), as far as the page shows it. */

import { parsedJson } from '../../../parts/text.js';
import { fieldsOf, listOf } from '../../../reference/document/fields.js';

/** A file that can't be shown; the message is a sentence. */
export class ReportError extends Error {
  override readonly name = 'ReportError';
}

/**
 * Reads a report. The file may come from anywhere, so the places that the page shows are looked at before anything is drawn.
 *
 * @throws ReportError
 */
export function readReport(text: string): SuiteReport {
  const report = parsedJson(text);
  if (report === undefined) throw new ReportError('The file is not JSON.');
  if (fieldsOf(report).format !== 'drydock-report') {
    throw new ReportError(
      'This is not a report of the suite. Make one with: npx drydock-kit verify URL --report json --output report.json',
    );
  }
  if (fieldsOf(report).formatVersion !== 1) {
    throw new ReportError('This report is of another version; open it with the Drydock that made it.');
  }
  const wrong = firstMismatch(report, reportShape, 'report');
  if (wrong !== undefined) throw new ReportError(`The report is damaged: ${wrong}.`);
  return report as SuiteReport;
}

const ruleShape = { id: 'text', title: 'text', level: 'text', section: 'text', sentence: 'text' } as const;

const reportShape = {
  target: 'text',
  document: 'text',
  level: 'text',
  summary: {
    verdict: 'text',
    failures: 'number',
    warnings: 'number',
    cases: 'number',
    requests: 'number',
    seconds: 'number',
    notices: 'list',
  },
  failures: {
    '*': {
      rule: ruleShape,
      verdict: 'text',
      title: 'text',
      sent: { curl: 'text' },
      expected: 'list',
      actual: 'text',
      problems: 'list',
      cases: 'list',
      seen: { operations: 'list', statuses: { '*': 'number' }, cases: 'number' },
      alsoBroken: { '*': { rule: ruleShape, actual: 'text' } },
    },
  },
  rules: { '*': { rule: ruleShape, verdict: 'text', judged: 'number', broken: 'number' } },
  operations: {
    '*': { operation: 'text', cases: 'number', failed: 'number', warned: 'number', skipped: 'number' },
  },
} as const;

/** The type of a value that has passed a shape. */
type Checked<S> = S extends 'text'
  ? string
  : S extends 'number'
    ? number
    : S extends 'list'
      ? readonly string[]
      : S extends { readonly '*': infer Entry }
        ? readonly Checked<Entry>[]
        : { readonly [Name in keyof S]: Checked<S[Name]> };

type CheckedReport = Checked<typeof reportShape>;

export type SuiteRule = Checked<typeof ruleShape>;
export type RuleResult = CheckedReport['rules'][number] & { readonly reason: string | null };

export interface SuiteAnswer {
  readonly status: number;
  readonly headers: readonly (readonly string[])[];
  readonly body: string;
}

export type SuiteFailure = CheckedReport['failures'][number] & {
  readonly flaky: boolean;
  /** Absent from reports of earlier versions. */
  readonly before?: readonly (Pick<SuiteFailure, 'title' | 'sent'> & { readonly answer: SuiteAnswer })[];
  readonly answer: SuiteAnswer | null;
  readonly noAnswer: string | null;
  readonly pointer: string | null;
  readonly document: { readonly file: string; readonly pointer: string; readonly line: number } | null;
  readonly seen: { readonly outside: boolean };
  readonly expectedFailure: { readonly reason: string } | null;
};

export interface SuiteReport extends CheckedReport {
  readonly drydock: string | null;
  readonly startedAt: string | null;
  readonly seed: number;
  readonly summary: CheckedReport['summary'] & { readonly couldNotJudge: string | null };
  readonly failures: readonly SuiteFailure[];
  readonly rules: readonly RuleResult[];
}

/** The first place that is not of the shape that the page relies on; undefined when all are. */
function firstMismatch(value: unknown, shape: unknown, place: string): string | undefined {
  if (shape === 'text') return typeof value === 'string' ? undefined : `${place} must be a text`;
  if (shape === 'number') return typeof value === 'number' ? undefined : `${place} must be a number`;
  if (shape === 'list')
    return Array.isArray(value) && value.every((one) => typeof one === 'string')
      ? undefined
      : `${place} must be a list of texts`;
  const fields = shape as Readonly<Record<string, unknown>>;
  const isList = '*' in fields;
  if (isList && !Array.isArray(value)) return `${place} must be a list`;
  if (typeof value !== 'object' || value === null) return `${place} must be an object`;
  const parts: readonly (readonly [value: unknown, shape: unknown, place: string])[] = isList
    ? listOf(value).map((one, index) => [one, fields['*'], `${place}[${index}]`])
    : Object.entries(fields).map(([name, inner]) => [fieldsOf(value)[name], inner, `${place}.${name}`]);
  for (const part of parts) {
    const found = firstMismatch(...part);
    if (found !== undefined) return found;
  }
  return undefined;
}
