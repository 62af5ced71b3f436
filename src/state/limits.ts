/** What a store keeps at most, whatever it is made of; journals have limits of their own. */
export interface SandboxLimits {
  /** Sandboxes kept at most; beyond it those unused for longest go. */
  readonly maxSandboxes: number;
  /** A sandbox unused for this long is dropped. */
  readonly idleMilliseconds: number;
}

export const defaultSandboxLimits: SandboxLimits = {
  maxSandboxes: 10_000,
  idleMilliseconds: 60 * 60 * 1000,
};

/** Orders that one sandbox remembers, and rates whose orders are counted; the oldest go first. */
export const maxOrders = 10_000;

/** Marks of coverage of one sandbox. */
export const maxMarks = 10_000;
