/**
 * The exchanges that the page knows, newest last: what the journals held when the page connected, and what came since.
 * Bounded, so that a page that is open all day stays as small as it was in the morning.
 */
import { signal } from '@preact/signals';
import type { JournalSummary } from '../control/control-types.js';

/** An exchange and the sandbox that it happened in. */
export interface LoggedExchange extends JournalSummary {
  readonly sandbox: string;
}

/** Exchanges that are kept; the oldest go first. */
export const keptExchanges = 5000;

/** Milliseconds between two changes of the list, however fast exchanges come. */
const rhythm = 100;

export class ExchangeLog {
  readonly entries = signal<readonly LoggedExchange[]>([]);
  private pending: LoggedExchange[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private held = false;

  constructor(private readonly capacity = keptExchanges) {}

  /** Adds one that just happened. It shows within a moment, together with those that come until then. */
  add(entry: LoggedExchange): void {
    this.pending.push(entry);
    if (this.pending.length > 2 * this.capacity) this.pending = this.pending.slice(-this.capacity);
    if (!this.held) this.timer ??= setTimeout(() => this.flush(), rhythm);
  }

  /** Keeps back what is added until `replace`, because the journals are being read. */
  hold(): void {
    this.held = true;
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Starts anew with what the journals hold; what came while they were read follows, each exchange once. */
  replace(entries: readonly LoggedExchange[]): void {
    this.held = false;
    const byTime = [...entries].sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : a.id - b.id));
    const known = new Set(byTime.map(keyOf));
    this.pending = this.pending.filter((entry) => !known.has(keyOf(entry)));
    this.entries.value = byTime.slice(-this.capacity);
    this.flush();
  }

  /** Forgets a sandbox's exchanges, or all. */
  forget(sandbox: string | null): void {
    const stays = (entry: LoggedExchange): boolean => sandbox !== null && entry.sandbox !== sandbox;
    this.pending = this.pending.filter(stays);
    this.entries.value = this.entries.value.filter(stays);
  }

  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.pending.length === 0) return;
    const all = [...this.entries.value, ...this.pending];
    this.pending = [];
    this.entries.value = all.length > this.capacity ? all.slice(-this.capacity) : all;
  }
}

/** What tells exchanges apart. */
export function keyOf({ sandbox, id }: Pick<LoggedExchange, 'sandbox' | 'id'>): string {
  return `${sandbox}/${id}`;
}
