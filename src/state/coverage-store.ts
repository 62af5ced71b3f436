import type { MaybePromise } from './maybe-promise.js';

/** The marks of one exchange that are not among the known ones; a store that does not have them at hand passes none. */
export type NewMarks = (known: ReadonlySet<string>) => readonly string[];

/** Coverage by the requests of each sandbox. Marks are added with the exchange that covers them, by the journal. */
export interface CoverageStore {
  /** Marks such as `status getLoan 404`. */
  marks(sandbox: string): MaybePromise<ReadonlySet<string>>;
}
