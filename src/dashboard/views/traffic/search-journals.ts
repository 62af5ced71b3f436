import { control } from '../../control/control-api.js';
import type { Sandbox } from '../../control/control-types.js';
import type { LoggedExchange } from '../../state/exchange-log.js';
import { filtered } from './traffic-filter.js';
import type { TrafficFilter } from './traffic-filter.js';

/** Lines that one call reads, and sandboxes that are read side by side. */
const atOnce = { lines: 1000, sandboxes: 6 };
/** More matches than this are no answer to a search. */
const mostFound = 5000;

/**
 * Searches the journals that the mock holds, and not only what the page knows of them.
 *
 * @returns the matching exchanges, newest first
 */
export async function searchJournals(
  sandboxes: readonly Sandbox[],
  filter: TrafficFilter,
  signal: AbortSignal,
): Promise<readonly LoggedExchange[]> {
  const left = sandboxes.filter(
    ({ name, journalled }) => journalled > 0 && (filter.sandbox === '' || name === filter.sandbox),
  );
  const found: LoggedExchange[] = [];
  const readNext = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) {
      for await (const lines of linesOf(next.name, filter)) {
        found.push(...filtered(lines, filter));
        if (signal.aborted || found.length >= mostFound) return;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce.sandboxes }, readNext));
  return found.sort((a, b) => (a.time > b.time ? -1 : a.time < b.time ? 1 : b.id - a.id)).slice(0, mostFound);
}

/** All lines of a journal that have the operation and the status, some at a time. */
async function* linesOf(
  sandbox: string,
  { operation, status }: TrafficFilter,
): AsyncGenerator<readonly LoggedExchange[]> {
  const query = new URLSearchParams({ limit: String(atOnce.lines) });
  if (operation !== '') query.set('operation', operation);
  if (/^[1-5](\d\d|xx)$/i.test(status)) query.set('status', status);
  for (let after = 0, more = true; more;) {
    query.set('after', String(after));
    const page = await control.summaries(sandbox, query.toString());
    yield page.requests.map((entry) => ({ ...entry, sandbox }));
    after = page.requests.at(-1)?.id ?? 0;
    more = page.more;
  }
}
