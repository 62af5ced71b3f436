/** The first message to a worker. It goes over the IPC channel, since a command line would show its secrets. */
export interface WorkerOrder {
  /** The order, in a form that only the worker program knows. */
  readonly serve: unknown;
}

/** Makes a worker finish its requests and exit. */
export const stopOrder = 'stop';

/** A report of a worker. */
export type WorkerReport =
  /** It listens for its order; messages sent before are lost. */
  | { readonly awake: true }
  /** It serves; the lines are for the terminal. */
  | { readonly ready: readonly string[] }
  /** Lines about requests, for standard output. */
  | { readonly requests: readonly string[] }
  | { readonly failed: WorkerFailure }
  | { readonly remark: string };

export interface WorkerFailure {
  /** One sentence. */
  readonly line: string;
  readonly exitCode: number;
}
