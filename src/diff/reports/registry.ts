import type { Comparison } from '../diff-documents.js';

/** A comparison as text. */
export interface DiffReport {
  write(comparison: Comparison, settings: DiffReportSettings): string;
}

export interface DiffReportSettings {
  /** True to write escape sequences for colours. */
  readonly color: boolean;
  /** The version of Drydock. */
  readonly version: string;
}

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

/** A report by its name. */
export function loadDiffReport(name: DiffReportName): Promise<DiffReport> {
  return formats[name]();
}
