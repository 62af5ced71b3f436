import type { LoggedExchange } from '../../state/exchange-log.js';

/** The filters of the list; an empty text matches everything. */
export interface TrafficFilter {
  readonly sandbox: string;
  readonly operation: string;
  /** A status such as `404`, or a class such as `4XX`. */
  readonly status: string;
  /** Found in method, path, status or scenario. */
  readonly text: string;
}

export function filterOf(query: Readonly<Record<string, string>>): TrafficFilter {
  const { sandbox = '', operation = '', status = '', text = '' } = query;
  return { sandbox, operation, status, text };
}

export function isFiltering({ sandbox, operation, status, text }: TrafficFilter): boolean {
  return sandbox + operation + status + text.trim() !== '';
}

/** The matching exchanges, newest first. */
export function filtered(
  entries: readonly LoggedExchange[],
  filter: TrafficFilter,
): readonly LoggedExchange[] {
  const words = filter.text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const passing: LoggedExchange[] = [];
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    const entry = entries[index];
    if (entry && passes(entry, filter, words)) passing.push(entry);
  }
  return passing;
}

function passes(
  entry: LoggedExchange,
  { sandbox, operation, status }: TrafficFilter,
  words: readonly string[],
) {
  if (sandbox !== '' && entry.sandbox !== sandbox) return false;
  if (operation !== '' && (entry.operation ?? 'none') !== operation) return false;
  if (status !== '' && !hasStatus(entry.status, status)) return false;
  if (words.length === 0) return true;
  const searched =
    `${entry.method} ${entry.path} ${entry.status} ${entry.scenario.join(' ')} ${entry.sandbox}`.toLowerCase();
  return words.every((word) => searched.includes(word));
}

function hasStatus(status: number, wanted: string): boolean {
  return /^\dxx$/i.test(wanted) ? String(status).startsWith(wanted.charAt(0)) : String(status) === wanted;
}
