import type { ControlConnection } from './control-connection.js';
import type { JournalEntry, OperationName } from './types.js';

/** Which exchanges of a journal to read; every condition given must hold. */
export interface RequestFilter {
  /** An operation's id, or `none` for requests that matched no operation. */
  readonly operation?: OperationName;
  /** A status such as 404, or a class such as `4XX`. */
  readonly status?: number | string;
  /** Only exchanges after the one with this id. */
  readonly after?: number;
}

/** The most exchanges that the control API returns at once. */
const pageSize = 1000;

/** Reads the journal of a sandbox page by page, oldest exchange first. @param path of the sandbox in the control API */
export async function readJournal(
  control: Pick<ControlConnection, 'ask'>,
  path: string,
  { operation, status, after = 0 }: RequestFilter,
): Promise<JournalEntry[]> {
  const query = new URLSearchParams({ limit: String(pageSize) });
  if (operation !== undefined) query.set('operation', operation);
  if (status !== undefined) query.set('status', String(status));
  const found: JournalEntry[] = [];
  for (let from = after; ;) {
    query.set('after', String(from));
    const page = await control.ask<{ requests: JournalEntry[]; more: boolean }>(
      'GET',
      `${path}/requests?${query.toString()}`,
    );
    found.push(...page.requests);
    const last = page.requests.at(-1);
    if (!page.more || !last) return found;
    from = last.id;
  }
}
