import type { NewJournalEntry } from '../../journal/journal-entry.js';
import { sample } from './prometheus-text.js';
import type { Family } from './prometheus-text.js';

/** Upper bounds of the buckets, in seconds. */
const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface OperationCounts {
  readonly byStatus: Map<number, number>;
  readonly inBucket: number[];
  seconds: number;
  requests: number;
}

/** Counts every exchange: a few additions each, and one small record for each operation. */
export class RequestMetrics {
  private readonly operations = new Map<string, OperationCounts>();

  /** To be called for every request that this process has answered. */
  count({ operation: name = 'none', response: { status }, durationMs }: NewJournalEntry): void {
    let counts = this.operations.get(name);
    if (!counts) {
      counts = { byStatus: new Map(), inBucket: buckets.map(() => 0), seconds: 0, requests: 0 };
      this.operations.set(name, counts);
    }
    counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1);
    const seconds = durationMs / 1000;
    let bucket = 0;
    while (seconds > (buckets[bucket] ?? Infinity)) bucket += 1;
    if (bucket < buckets.length) counts.inBucket[bucket] = (counts.inBucket[bucket] ?? 0) + 1;
    counts.seconds += seconds;
    counts.requests += 1;
  }

  families(): Family[] {
    return [
      {
        name: 'drydock_requests_total',
        help: 'Requests answered, by operation and status.',
        type: 'counter',
        samples: [...this.operations].flatMap(([operation, { byStatus }]) =>
          [...byStatus].map(([status, count]) => sample(count, { operation, status })),
        ),
      },
      {
        name: 'drydock_request_duration_seconds',
        help: 'From the arrival of a request until its response was ready to send, delays of scenarios included.',
        type: 'histogram',
        samples: [...this.operations].flatMap(([operation, counts]) => histogram(operation, counts)),
      },
    ];
  }
}

/** Buckets of Prometheus hold all that is below their bound. */
function histogram(operation: string, { inBucket, seconds, requests }: OperationCounts) {
  let below = 0;
  const bounded = buckets.map((bound, index) => {
    below += inBucket[index] ?? 0;
    return sample(below, { operation, le: bound }, '_bucket');
  });
  return [
    ...bounded,
    sample(requests, { operation, le: '+Inf' }, '_bucket'),
    sample(seconds, { operation }, '_sum'),
    sample(requests, { operation }, '_count'),
  ];
}
