import type { Redactor } from '../../secrets/redactor.js';
import type { ConformanceEvent } from '../events.js';

/** What the suite's own code and the document name: programs look them up, and nothing that was sent or came is in them. */
const identifiers = new Set([
  ...['type', 'id', 'rule', 'topic', 'level', 'verdict', 'operation', 'broken', 'method', 'document'],
]);

/**
 * An event without secrets in any of its texts, those of a field that is added later included. What must be cut or quoted
 * has been redacted before by `Evidence`.
 */
export function redactEvent(redactor: Redactor, event: ConformanceEvent): ConformanceEvent {
  return redacted(redactor, event, '') as ConformanceEvent;
}

function redacted(redactor: Redactor, value: unknown, field: string): unknown {
  if (identifiers.has(field)) return value;
  // Ids of cases, by which a later run repeats them.
  if (typeof value === 'string') return field === 'cases' ? value : redactor.text(value);
  if (Array.isArray(value)) return value.map((element: unknown) => redacted(redactor, element, field));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, redacted(redactor, inner, name)]),
  );
}
