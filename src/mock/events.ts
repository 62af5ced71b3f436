import type { JournalEntry } from '../journal/journal-entry.js';

/** What happens in a mock, for those who watch. */
export type DrydockEvent =
  | {
      readonly type: 'exchange';
      readonly sandbox: string;
      readonly entry: JournalEntry;
      /** Answered by another process that shares the store. */
      readonly elsewhere?: boolean;
    }
  /** `scenario` is undefined when answers became normal; without a sandbox it is the default that changed. */
  | { readonly type: 'scenario'; readonly sandbox: string | undefined; readonly scenario: string | undefined }
  /** Without a sandbox all of them were reset. */
  | { readonly type: 'reset'; readonly sandbox: string | undefined }
  | { readonly type: 'keys' }
  | { readonly type: 'reloaded' };

/** Tells events to whoever listens now; nothing is kept. */
export class EventHub {
  private readonly listeners = new Set<(event: DrydockEvent) => void>();
  /** Called when the first of those comes who look at all exchanges; gives what is called when the last goes. */
  openElsewhere: (() => () => void) | undefined;
  private lookers = 0;
  private closeElsewhere: (() => void) | undefined;

  /** Whether anybody would hear. */
  get watched(): boolean {
    return this.listeners.size > 0;
  }

  publish(event: DrydockEvent): void {
    for (const listener of this.listeners) listener(event);
  }

  /** @returns what ends the subscription */
  subscribe(listener: (event: DrydockEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /**
   * Somebody looks now: exchanges that other processes answered are published here as well.
   *
   * @returns what says that nobody does any more
   */
  look(): () => void {
    this.lookers += 1;
    if (this.lookers === 1) this.closeElsewhere = this.openElsewhere?.();
    return () => {
      this.lookers -= 1;
      if (this.lookers === 0) this.closeElsewhere?.();
    };
  }
}
