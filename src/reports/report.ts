import type { ConformanceEvent } from '../conformance/events.js';

/**
 * A report turns the events of a run into text. All reports are this: one function that is told of each event, in order,
 * and gives what is to be written for it. What it is given holds no keys and nothing that a terminal would obey.
 */
export interface Report {
  /** Text to append to the report; empty for none. */
  write(event: ConformanceEvent): string;
  /** How far the run is, on one line that the next one replaces; undefined for no news. */
  progress?(event: ConformanceEvent): string | undefined;
}

export interface ReportSettings {
  /** Whether escape sequences for colours are wanted; never by default. */
  readonly color?: boolean;
  /** The version of Drydock. */
  readonly version?: string;
  /** When the run began, ISO 8601; left out of the report when it is not given. */
  readonly startedAt?: string;
}

export const reportNames = ['text', 'json', 'junit', 'sarif', 'html'] as const;
export type ReportName = (typeof reportNames)[number];

/** A report by its name. */
export async function createReport(name: ReportName, settings: ReportSettings = {}): Promise<Report> {
  const module = await reports[name]();
  return module(settings);
}

const reports: Readonly<Record<ReportName, () => Promise<(settings: ReportSettings) => Report>>> = {
  text: async () => (await import('./text.js')).textReport,
  json: async () => (await import('./json.js')).jsonReport,
  junit: async () => (await import('./junit.js')).junitReport,
  sarif: async () => (await import('./sarif.js')).sarifReport,
  html: async () => (await import('./html.js')).htmlReport,
};
