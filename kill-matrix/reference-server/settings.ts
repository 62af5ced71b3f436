import type { Category } from './catalogue.js';

/** Settings that the server was started with. */
export interface Settings {
  /** 0 takes any free port. */
  readonly port: number;
  readonly keys: { readonly valid: string; readonly expired: string; readonly limited: string };
  /** Requests allowed before a wait, and its length; undefined for no limit. */
  readonly quota: { readonly limit: number; readonly waitMs: number } | undefined;
  /** True if POST /create-order and GET /orders/{number} exist (assumptions, not stated). */
  readonly orders: boolean;
  /** True if values are refused that openapi.yaml excludes and the specification is silent about. */
  readonly assumedValues: boolean;
  readonly categories: readonly Category[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Resolves after so many milliseconds; never for Infinity. */
  readonly wait: (ms: number) => Promise<void>;
}
