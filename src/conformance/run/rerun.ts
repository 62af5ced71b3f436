import { readBoundedFile } from '../../contract/files/read-bounded-file.js';
import type { Rerun } from './options.js';

const maxReportBytes = 256 * 1_048_576;

/** The parts of a JSON report that are needed to repeat its failures. */
interface ReportFile {
  format?: unknown;
  formatVersion?: unknown;
  seed?: unknown;
  failures?: { rule: { id: string }; verdict: string; cases: string[] }[];
}

/**
 * What failed in a JSON report. Its seed plans the same cases again, so that they can be sent alone.
 *
 * @throws Error when the file is not a JSON report of this version
 */
export function readRerun(file: string): Rerun {
  const report = parsed(file);
  if (report.format !== 'drydock-report' || report.formatVersion !== 1 || !Array.isArray(report.failures))
    throw new Error(`${file} is not a JSON report (format drydock-report, version 1).`);
  const failed = report.failures.filter(({ verdict }) => verdict === 'FAIL');
  return {
    seed: typeof report.seed === 'number' ? report.seed : 1,
    rules: [...new Set(failed.map(({ rule }) => rule.id))],
    // A failure in a 429 that came before the response to a case is repeated by sending the case.
    cases: [...new Set(failed.flatMap(({ cases }) => cases).map((id) => id.replace(/#429$/, '')))],
  };
}

function parsed(file: string): ReportFile {
  try {
    return JSON.parse(readBoundedFile(file, { maxBytes: maxReportBytes, pipes: true })) as ReportFile;
  } catch (cause) {
    throw new Error(`Failed to read the report ${file}: ${(cause as Error).message}.`, { cause });
  }
}
