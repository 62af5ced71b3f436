import type { Report, ReportFormat, ReportSettings } from './report.js';

/** Every format by its name. Names in types, in `--report` and in the help come from here; a module is loaded when needed. */
const formats = {
  text: () => import('./text.js'),
  json: () => import('./json.js'),
  junit: () => import('./junit.js'),
  sarif: () => import('./sarif.js'),
  html: () => import('./html.js'),
  markdown: () => import('./markdown.js'),
  ctrf: () => import('./ctrf.js'),
  fix: () => import('./fix.js'),
} satisfies Record<string, () => Promise<ReportFormat>>;

/** The name of a report, as `--report` takes it. */
export type ReportName = keyof typeof formats;

export const reportNames = Object.keys(formats) as readonly ReportName[];

/** A report by its name. */
export async function createReport(name: ReportName, settings: ReportSettings = {}): Promise<Report> {
  const format: ReportFormat = await formats[name]();
  return format.createReport(settings);
}
