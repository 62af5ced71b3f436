import type { JournalEntry } from '../state/journal-entry.js';

/** What happens in a mock, for those who watch. */
export type DrydockEvent =
  | { readonly type: 'exchange'; readonly sandbox: string; readonly entry: JournalEntry }
  /** `scenario` is undefined when answers became normal; without a sandbox it is the default that changed. */
  | { readonly type: 'scenario'; readonly sandbox: string | undefined; readonly scenario: string | undefined }
  /** Without a sandbox all of them were reset. */
  | { readonly type: 'reset'; readonly sandbox: string | undefined }
  | { readonly type: 'keys' }
  | { readonly type: 'reloaded' };

/** Tells events to whoever listens now; nothing is kept. */
export class EventHub {
  private readonly listeners = new Set<(event: DrydockEvent) => void>();

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
}
