import type { MemoryBudget } from '../../state/memory-budget.js';
import { sample } from './prometheus-text.js';
import type { Family } from './prometheus-text.js';

/** Reports the use of the memory budget, and what was evicted or refused to stay within it. */
export function memoryMetrics({ limit, usage, shed, refused }: MemoryBudget): Family[] {
  return [
    {
      ...{ name: 'drydock_memory_budget_bytes', type: 'gauge', help: 'What --max-memory allows.' },
      samples: [sample(limit)],
    },
    {
      ...{
        name: 'drydock_memory_used_bytes',
        type: 'gauge',
        help: 'What is held of it, by kind, estimated.',
      },
      samples: usage.map(({ kind, bytes }) => sample(bytes, { kind })),
    },
    {
      ...{ name: 'drydock_shed_total', type: 'counter', help: 'Evictions to stay within it, by kind.' },
      samples: shed.map(({ kind, count }) => sample(count, { kind })),
    },
    {
      ...{ name: 'drydock_shed_bytes_total', type: 'counter', help: 'Bytes of evicted data, by kind.' },
      samples: shed.map(({ kind, bytes }) => sample(bytes, { kind })),
    },
    {
      name: 'drydock_memory_refused_requests_total',
      type: 'counter',
      help: 'Requests answered 503 because nothing was left to evict.',
      samples: [sample(refused)],
    },
  ];
}
