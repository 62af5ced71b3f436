import type { ServerOptions } from '../options.js';
import type { ExplainedFailure } from '../../cli/explain-failure.js';

/** What a worker is told first. It comes over the channel between the processes, where no list of processes shows it. */
export interface Order {
  readonly options: Omit<ServerOptions, 'log'>;
  /** Whether a person chose the control token, so that it isn't told. */
  readonly ownToken: boolean;
}

/** What tells a worker to answer what is under way and end. */
export const stopOrder = 'stop';

/** What a worker says. */
export type Report =
  /** It listens for its order; what was sent before would be lost. */
  | { readonly awake: true }
  /** It serves; the lines for the person at the terminal. */
  | { readonly ready: readonly string[] }
  | { readonly failed: ExplainedFailure }
  | { readonly remark: string };
