import { durationBuckets } from '../../mock/recording/record-exchange.js';
import type { OperationCounts, RequestCounts } from '../../mock/recording/record-exchange.js';
import { sample } from './prometheus-text.js';
import type { Family } from './prometheus-text.js';

/** Reports the number of requests and their durations. */
export function requestMetrics({ byOperation }: RequestCounts): Family[] {
  return [
    {
      name: 'drydock_requests_total',
      help: 'Requests answered, by operation and status.',
      type: 'counter',
      samples: [...byOperation].flatMap(([operation, { byStatus }]) =>
        [...byStatus].map(([status, count]) => sample(count, { operation, status })),
      ),
    },
    {
      name: 'drydock_request_duration_seconds',
      help: 'From the arrival of a request until its response was ready to send, delays of scenarios included.',
      type: 'histogram',
      samples: [...byOperation].flatMap(([operation, counts]) => histogram(operation, counts)),
    },
  ];
}

/** Buckets of Prometheus hold all that is below their bound. */
function histogram(operation: string, { inBucket, seconds, requests }: OperationCounts) {
  let below = 0;
  const bounded = durationBuckets.map((bound, index) => {
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
