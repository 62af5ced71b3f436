/** What a worker is told first. It comes over the channel between the processes, where no list of processes shows it. */
export interface WorkerOrder {
  /** What the worker program serves; its own to read. */
  readonly serve: unknown;
}

/** Tells a worker to answer what is under way and end. */
export const stopOrder = 'stop';

/** What a worker reports. */
export type WorkerReport =
  /** It listens for its order; what was sent before would be lost. */
  | { readonly awake: true }
  /** It serves; the lines for the person at the terminal. */
  | { readonly ready: readonly string[] }
  | { readonly failed: WorkerFailure }
  | { readonly remark: string };

export interface WorkerFailure {
  /** One sentence. */
  readonly line: string;
  readonly exitCode: number;
}
