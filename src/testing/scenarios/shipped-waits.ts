/**
 * A client's view of each scenario in scenarios/ that only makes it wait. The waits themselves are too long for a test:
 * it reads a copy of the file with the durations in `shortened`, and of the file itself sees that nothing comes at once.
 */
export interface SeenWait {
  /** Every duration of the file, and the one that stands for it. */
  readonly shortened: Readonly<Record<string, string>>;
  /** Milliseconds of one call after another in the sandbox `waits` under seed 1, with the shortened durations. */
  readonly waitsMs: readonly number[];
}

export const shippedWaits: Readonly<Record<string, SeenWait>> = {
  slow: { shortened: { '1500ms': '60ms' }, waitsMs: [60, 60] },
  'very-slow': { shortened: { '30s': '120ms' }, waitsMs: [120, 120] },
  latency: { shortened: { '300ms': '60ms', '8s': '240ms' }, waitsMs: [62, 240, 40, 20] },
};
