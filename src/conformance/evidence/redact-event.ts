import type { Redactor } from '../../secrets/redactor.js';
import type { ConformanceEvent, Failure } from '../events.js';

/** Fields that have no secret: what the suite's own code and the document name, by which programs look things up. */
const safe = new Set([
  ...[
    'type',
    'id',
    'case',
    'rule',
    'topic',
    'level',
    'verdict',
    'operation',
    'operations',
    'broken',
    'document',
  ],
  // Made by Evidence, which redacts each part before it is cut or quoted.
  ...['request', 'sent'],
]);

/** An event, or a failure that none has reported yet, without secrets in any of its texts, those of a field that is added later included. */
export function redactEvent<Told extends ConformanceEvent | Failure>(redactor: Redactor, told: Told): Told {
  return redacted(redactor, told, '') as Told;
}

function redacted(redactor: Redactor, value: unknown, field: string): unknown {
  // Ids of cases, by which a later run repeats them.
  if (typeof value === 'string') return field === 'cases' ? value : redactor.text(value);
  if (Array.isArray(value)) return value.map((element: unknown) => redacted(redactor, element, field));
  if (typeof value !== 'object' || value === null) return value;
  const shown: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    if (!safe.has(name)) shown[name] = redacted(redactor, (value as Record<string, unknown>)[name], name);
    // A safe field is not read: some are made only when they are.
    else Object.defineProperty(shown, name, Object.getOwnPropertyDescriptor(value, name) ?? {});
  }
  return shown;
}
