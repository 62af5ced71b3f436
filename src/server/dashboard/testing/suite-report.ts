import { readFileSync } from 'node:fs';

interface SampleReport {
  readonly failures: readonly { readonly rule: object; readonly actual: string }[];
}

/** A report of `drydock verify` with a failure, a warning and text that looks like HTML. */
export const suiteReport = JSON.parse(
  readFileSync(new URL('./suite-report.json', import.meta.url), 'utf8'),
) as SampleReport;

/** A report as a person drops it on the page. @param report the object, or the text of a file */
export function reportFile(report: object | string = suiteReport, name = 'report.json') {
  const text = typeof report === 'string' ? report : JSON.stringify(report);
  return { name, mimeType: 'application/json', buffer: Buffer.from(text) };
}
