/** Compares documents for the control API; whoever starts the server provides it. */

/** The other version, and the journals that weigh the changes: a HAR for each sandbox, under its name. */
export interface ComparisonOrder {
  readonly document: string;
  readonly recordings: ReadonlyMap<string, string>;
}

/** Compares the served document with another; whoever starts the server provides it. @throws Error with one sentence */
export type CompareDocument = (order: ComparisonOrder, signal: AbortSignal) => Promise<unknown>;
