import type { ControlConnection } from './control-connection.js';
import type { Har, JournalEntry, OperationName } from './types.js';

/** Which exchanges of a journal to read; every condition given must hold. */
export interface RequestFilter {
  /** An operation's id, or `none` for requests that matched no operation. */
  readonly operation?: OperationName | 'none';
  /** A status such as 404, or a class such as `4XX`. */
  readonly status?: number | string;
  /** Only exchanges after the one with this id. */
  readonly after?: number;
}

/** Which of the last exchanges of a journal to read. */
export interface LastRequestsFilter extends Omit<RequestFilter, 'after'> {
  /** Only exchanges earlier than the one with this id, so that pages go back in time. */
  readonly before?: number;
}

/** The most exchanges that the control API returns at once. */
const pageSize = 1000;

/** Reads the journal of a sandbox page by page, oldest exchange first. @param path of the sandbox in the control API */
export async function readJournal(
  control: Pick<ControlConnection, 'ask'>,
  path: string,
  filter: RequestFilter,
): Promise<JournalEntry[]> {
  const found: JournalEntry[] = [];
  await eachPage(path, filter, async (address) => {
    const page = await control.ask<{ requests: JournalEntry[]; more: boolean }>('GET', address);
    found.push(...page.requests);
    return page.more ? page.requests.at(-1)?.id : undefined;
  });
  return found;
}

/** The same as HTTP Archive 1.2. */
export async function readHar(
  control: Pick<ControlConnection, 'ask'>,
  path: string,
  filter: RequestFilter,
): Promise<Har> {
  const pages: Har['log'][] = [];
  await eachPage(path, filter, async (address) => {
    const { log } = await control.ask<Har>('GET', address, undefined, 'application/har+json');
    pages.push(log);
    return log.entries.length < pageSize ? undefined : log.entries.at(-1)?._drydock.id;
  });
  return { log: pages.reduce((whole, log) => ({ ...log, entries: [...whole.entries, ...log.entries] })) };
}

/** @param read reads a page at its address, and returns the id of its last exchange where more follow */
async function eachPage(
  path: string,
  { operation, status, after = 0 }: RequestFilter,
  read: (address: string) => Promise<number | undefined>,
): Promise<void> {
  for (let from: number | undefined = after; from !== undefined;) {
    const query = searchOf({ limit: pageSize, operation, status, after: from });
    from = await read(`${path}/requests?${query}`);
  }
}

/** The query of what is given. */
export function searchOf(given: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(given)) if (value !== undefined) query.set(name, String(value));
  return query.toString();
}
