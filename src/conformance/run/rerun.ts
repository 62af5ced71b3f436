import { readFileSync } from 'node:fs';
import type { Rerun } from './options.js';

/** The parts of a JSON report that a repetition needs. */
interface ReportFile {
  format?: unknown;
  formatVersion?: unknown;
  seed?: unknown;
  failures?: { rule: { id: string }; verdict: string; cases: string[] }[];
}

/**
 * What failed in a JSON report: with its seed the same cases are planned again, and only they are sent.
 *
 * @throws Error when the file is no JSON report of this version
 */
export function readRerun(file: string): Rerun {
  const report = parsed(file);
  if (report.format !== 'drydock-report' || report.formatVersion !== 1 || !Array.isArray(report.failures))
    throw new Error(`${file} is not a JSON report of drydock verify (--report json --output FILE).`);
  const failed = report.failures.filter(({ verdict }) => verdict === 'FAIL');
  return {
    seed: typeof report.seed === 'number' ? report.seed : 1,
    rules: [...new Set(failed.map(({ rule }) => rule.id))],
    // A 429 that was met on the way to a case is met again, or not, on the way to it.
    cases: [...new Set(failed.flatMap(({ cases }) => cases).map((id) => id.replace(/#429$/, '')))],
  };
}

function parsed(file: string): ReportFile {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ReportFile;
  } catch (cause) {
    throw new Error(`Failed to read the report ${file}: ${(cause as Error).message}.`, { cause });
  }
}
