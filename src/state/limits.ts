/** Bounds of any store. */
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

export interface JournalLimits {
  /** Exchanges kept for each sandbox. */
  readonly entries: number;
  /** Bytes that a shared store keeps for all sandboxes together, roughly; those in this process are in its memory budget. */
  readonly totalBytes: number;
}

export const defaultJournalLimits: JournalLimits = { entries: 500, totalBytes: 64 * 1024 * 1024 };

/** Documents of one collection in one sandbox, and ids of one counter; the oldest go first. */
export const maxDocuments = 10_000;

/** Length of one document's JSON and id together, in UTF-16 code units. */
export const maxDocumentLength = 65_536;

/** Marks of coverage of one sandbox. */
export const maxMarks = 10_000;
