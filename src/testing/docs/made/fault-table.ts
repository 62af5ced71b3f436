import { faultKinds } from '../../../scenarios/faults/registry.js';
import type { FaultKind } from '../../../scenarios/faults/fault.js';
import { code, markdownTable } from './markdown-table.js';

/** Every fault of the connection, and what clients without a timeout make of it. */
export function faultTable(): string {
  const kinds: readonly FaultKind[] = faultKinds;
  const rows = kinds.map(({ kind, seenBy }) => [
    code(kind),
    seenBy.wire,
    seenBy.fetch,
    seenBy.axios,
    seenBy.curl,
  ]);
  return markdownTable(['fault', 'on the wire', 'fetch of Node 20', 'axios in Node', 'curl'], rows);
}
