import type { TargetOptions } from './target/target.js';

/** Options for the exchanges that pass a proxy. */
export interface GatewayOptions extends TargetOptions {
  /** Operations that the mock answers instead of the target, by operationId. */
  readonly mock?: readonly string[];
  /** Cases in which the mock answers instead: statuses of the target, or that it could not be reached. */
  readonly mockOn?: readonly (number | 'unreachable')[];
  /** Bodies up to this are held to be judged and changed, in bytes; larger ones pass. Default 2 MiB. */
  readonly maxHeld?: number;
}

export const defaultMaxHeld = 2 * 1024 * 1024;
