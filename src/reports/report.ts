import type { ConformanceEvent } from '../conformance/events.js';

/**
 * A report turns the events of a run into text. Each format is one module, `src/reports/<name>.ts`, that exports
 * `createReport`, and one line of `registry.ts`. Events hold no keys and nothing that a terminal would obey.
 */
export interface Report {
  /** The text to append to the report for an event; events come in order. Empty for none. */
  write(event: ConformanceEvent): string;
  /** Run progress on one line that the next one replaces; undefined for no news. */
  progress?(event: ConformanceEvent): string | undefined;
}

export interface ReportSettings {
  /** True to write escape sequences for colours; false by default. */
  readonly color?: boolean;
  /** The version of Drydock. */
  readonly version?: string;
  /** When the run began, ISO 8601; left out of the report when it is not given. */
  readonly startedAt?: string;
}

/** The exports of a format's module. */
export interface ReportFormat {
  createReport(settings: ReportSettings): Report;
}
