import type { ConformanceEvent } from '../events.js';
import type { RunNote } from '../run/options.js';

/** What the thread of a run sends to its supervisor. All of it is data. */
export type ThreadMessage =
  | { readonly type: 'event'; readonly event: ConformanceEvent }
  | { readonly type: 'note'; readonly note: RunNote }
  /** The run threw. The name of an error's class says how it is to be shown. */
  | { readonly type: 'failed'; readonly name: string; readonly message: string }
  | { readonly type: 'ended' };
