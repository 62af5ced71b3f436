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
