import type { JournalEntry } from '../journal/journal-entry.js';

export type DrydockEvent =
  | {
      readonly type: 'exchange';
      readonly sandbox: string;
      readonly entry: JournalEntry;
      /** By another process that shares the store. */
      readonly elsewhere?: boolean;
      /** Set where it was published as ended before, and something was added to its record since. */
      readonly again?: boolean;
    }
  /** `scenario` is undefined when it was cleared; without a sandbox it is the default that changed. */
  | { readonly type: 'scenario'; readonly sandbox: string | undefined; readonly scenario: string | undefined }
  /** Without a sandbox, all of them were reset. */
  | { readonly type: 'reset'; readonly sandbox: string | undefined }
  /** The time in a sandbox was moved. */
  | { readonly type: 'clock'; readonly sandbox: string }
  /** A webhook was fired in a sandbox, or one of its attempts is over. */
  | { readonly type: 'webhook'; readonly sandbox: string }
  | { readonly type: 'keys' }
  | { readonly type: 'reloaded' };

/** Emits events to its current listeners; stores nothing. */
export class EventHub {
  /** True if anybody listens: where nobody does, no event need be made. */
  watched = false;
  private readonly listeners = new Set<(event: DrydockEvent) => void>();
  /** Called when the first listener to all exchanges subscribes; returns what is called when the last one leaves. */
  openElsewhere: (() => () => void) | undefined;
  private lookers = 0;
  private closeElsewhere: (() => void) | undefined;

  publish(event: DrydockEvent): void {
    for (const listener of this.listeners) listener(event);
  }

  /** @returns what ends the subscription */
  subscribe(listener: (event: DrydockEvent) => void): () => void {
    this.listeners.add(listener);
    this.watched = true;
    return () => {
      this.listeners.delete(listener);
      this.watched = this.listeners.size > 0;
    };
  }

  /**
   * Starts to publish the exchanges of other processes here as well.
   *
   * @returns a function that stops it
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
