import type { DiffReport } from './diff-report.js';

/** Every format by its name; a module is loaded when needed. */
const formats = {
  text: () => import('./text.js'),
  json: () => import('./json.js'),
  markdown: () => import('./markdown.js'),
  sarif: () => import('./sarif.js'),
} satisfies Record<string, () => Promise<DiffReport>>;

/** The name of a report, as `--report` takes it. */
export type DiffReportName = keyof typeof formats;

export const diffReportNames = Object.keys(formats) as readonly DiffReportName[];

export function loadDiffReport(name: DiffReportName): Promise<DiffReport> {
  return formats[name]();
}
