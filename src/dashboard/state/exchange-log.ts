/**
 * The exchanges that the page knows, newest last: those of the journals when the page connected, and later ones.
 * Bounded, so that a page that is open all day does not grow.
 */
import { signal } from '@preact/signals';
import type { FoundSummary } from '../control/control-types.js';

export interface LoggedExchange extends FoundSummary {
  /** The time at which the server that had it was found to be gone, ISO 8601: only this line of the exchange is left. */
  readonly goneAt?: string;
}

/** The maximum number of exchanges; the oldest are dropped first. */
export const keptExchanges = 5000;

/** Milliseconds between two updates of the list, however fast exchanges arrive. */
const rhythm = 100;

export class ExchangeLog {
  readonly entries = signal<readonly LoggedExchange[]>([]);
  /** Incremented when exchanges were forgotten, here or by a restarted mock: a number may be another's then. */
  readonly generation = signal(0);
  /** Exchanges of servers that were restarted since, newest last. */
  readonly gone = signal<readonly LoggedExchange[]>([]);
  private pending: LoggedExchange[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private held = false;
  /** The sandboxes that were reset while the list is held; null for all. */
  private readonly resetMeanwhile = new Set<string | null>();

  constructor(private readonly capacity = keptExchanges) {}

  /** Shows added exchanges again, where the journals could not be read. */
  release(): void {
    this.held = false;
    this.flush();
  }

  /** Adds an exchange, or what has become of it since. It shows at the next update, with others that arrive until then. */
  add(entry: LoggedExchange): void {
    this.pending.push(entry);
    if (this.pending.length > 2 * this.capacity) this.pending = this.pending.slice(-this.capacity);
    if (!this.held) this.timer ??= setTimeout(() => this.flush(), rhythm);
  }

  /** Holds back added exchanges until `replace`, while the journals are read. */
  hold(): void {
    this.held = true;
    this.resetMeanwhile.clear();
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Replaces the list by the journals' exchanges and those held back, each once. */
  replace(read: readonly LoggedExchange[]): void {
    this.held = false;
    // Entries that a sandbox got after its reset are among those held back.
    const reset = this.resetMeanwhile;
    const entries = reset.has(null) ? [] : read.filter(({ sandbox }) => !reset.has(sandbox));
    if (!this.continues(entries)) {
      this.generation.value += 1;
      const goneAt = new Date().toISOString();
      const left = this.entries.value.map((entry) => ({ ...entry, goneAt }));
      this.gone.value = [...this.gone.value, ...left].slice(-this.capacity);
    }
    const ended = new Set(entries.filter(({ ending }) => ending !== null).map(keyOf));
    this.pending = this.pending.filter((entry) => !ended.has(keyOf(entry)));
    this.entries.value = inOrder(entries).slice(-this.capacity);
    this.flush();
  }

  /** Tells whether journals are those that the page knows, and not of a restarted server or of sandboxes that were reset. */
  private continues(entries: readonly LoggedExchange[]): boolean {
    const known = new Map(this.entries.value.map((entry) => [keyOf(entry), entry.time]));
    if (entries.some((entry) => known.get(keyOf(entry)) === entry.time)) return true;
    const last = new Map(this.entries.value.map(({ sandbox, id }) => [sandbox, id]));
    // If so many came meanwhile that the journals have dropped all others, their numbers begin above those.
    const first = new Map(entries.map(({ sandbox, id }) => [sandbox, id] as const).reverse());
    return [...first].some(([sandbox, id]) => id > (last.get(sandbox) ?? Infinity));
  }

  forget(sandbox: string | null): void {
    this.generation.value += 1;
    if (this.held) this.resetMeanwhile.add(sandbox);
    const stays = (entry: LoggedExchange): boolean => sandbox !== null && entry.sandbox !== sandbox;
    this.pending = this.pending.filter(stays);
    this.entries.value = this.entries.value.filter(stays);
    this.gone.value = this.gone.value.filter(stays);
  }

  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.pending.length === 0) return;
    const all = inOrder([...this.entries.value, ...this.pending]);
    this.pending = [];
    this.entries.value = all.length > this.capacity ? all.slice(-this.capacity) : all;
  }
}

/** Each exchange once, as it was last, in the order of arrival. */
function inOrder(entries: readonly LoggedExchange[]): LoggedExchange[] {
  const latest = new Map(entries.map((entry) => [keyOf(entry), entry]));
  return [...latest.values()].sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : a.id - b.id));
}

/** Names an exchange, as the address does; a restarted server gives its numbers again. */
export function keyOf({ sandbox, id, goneAt }: Pick<LoggedExchange, 'sandbox' | 'id' | 'goneAt'>): string {
  return goneAt === undefined ? `${sandbox}/${id}` : `${sandbox}/${id}@${goneAt}`;
}

export function pathOf(entry: Pick<LoggedExchange, 'sandbox' | 'id' | 'goneAt'>): readonly string[] {
  return ['traffic', ...keyOf(entry).split('/')];
}

/** Held exchanges with what became of pending ones; the same list where nothing did. */
export function upToDate(
  held: readonly LoggedExchange[],
  entries: readonly LoggedExchange[],
): readonly LoggedExchange[] {
  const pending = new Set(held.filter(({ ending }) => ending === null).map(keyOf));
  const ended = new Map(
    entries
      .filter((entry) => entry.ending !== null && pending.has(keyOf(entry)))
      .map((entry) => [keyOf(entry), entry]),
  );
  return ended.size === 0 ? held : held.map((entry) => ended.get(keyOf(entry)) ?? entry);
}
