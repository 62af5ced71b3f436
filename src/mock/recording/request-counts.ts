import { sentStatus } from '../../journal/delivery.js';
import type { NewJournalEntry } from '../../journal/journal-entry.js';

/** Upper bounds of the buckets by which durations are counted, in seconds. */
export const durationBuckets = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

/** The exchanges of one operation. */
export interface OperationCounts {
  readonly byStatus: Map<number, number>;
  /** Counts of the buckets; longer ones into none. */
  readonly inBucket: number[];
  seconds: number;
  requests: number;
}

/** Counts every exchange of this process: a few additions each, and one small record for each operation. */
export class RequestCounts {
  readonly byOperation = new Map<string, OperationCounts>();

  count(entry: NewJournalEntry): void {
    const { operation: name = 'none', durationMs } = entry;
    const status = sentStatus(entry);
    let counts = this.byOperation.get(name);
    if (!counts) {
      counts = { byStatus: new Map(), inBucket: durationBuckets.map(() => 0), seconds: 0, requests: 0 };
      this.byOperation.set(name, counts);
    }
    counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1);
    const seconds = durationMs / 1000;
    let bucket = 0;
    while (seconds > (durationBuckets[bucket] ?? Infinity)) bucket += 1;
    if (bucket < durationBuckets.length) counts.inBucket[bucket] = (counts.inBucket[bucket] ?? 0) + 1;
    counts.seconds += seconds;
    counts.requests += 1;
  }
}
