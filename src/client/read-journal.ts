import type { ControlConnection } from './control-connection.js';
import type { Har, JournalEntry, OperationName } from './types.js';

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
  { after = 0, ...filter }: RequestFilter,
): Promise<JournalEntry[]> {
  const query = queryOf(filter);
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

/** The same as HTTP Archive 1.2. */
export async function readHar(
  control: Pick<ControlConnection, 'ask'>,
  path: string,
  { after = 0, ...filter }: RequestFilter,
): Promise<Har> {
  const query = queryOf(filter);
  let whole: Har | undefined;
  for (let from = after; ;) {
    query.set('after', String(from));
    const address = `${path}/requests?${query.toString()}`;
    const { log } = await control.ask<Har>('GET', address, undefined, 'application/har+json');
    whole = { log: { ...log, entries: [...(whole?.log.entries ?? []), ...log.entries] } };
    const last = log.entries.at(-1)?._drydock.id;
    if (log.entries.length < pageSize || last === undefined) return whole;
    from = last;
  }
}

function queryOf({ operation, status }: Omit<RequestFilter, 'after'>): URLSearchParams {
  const query = new URLSearchParams({ limit: String(pageSize) });
  if (operation !== undefined) query.set('operation', operation);
  if (status !== undefined) query.set('status', String(status));
  return query;
}
