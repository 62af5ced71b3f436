/**
 * Sends what happens in the mock to its watchers, as server-sent events. Each event is serialized once and written to all. A
 * reader that does not keep up is disconnected with an event that says so: no reader makes the mock hold more than its share.
 */
import { summarizeEntry } from '../../journal/describe-entry.js';
import type { CredentialNames } from '../../journal/credential-names.js';
import type { DrydockEvent, EventHub } from '../../mock/events.js';

/** Receives the events of one reader; Node's ServerResponse is one, its head sent before. */
export interface EventSink {
  /** Bytes that wait to be sent. */
  readonly writableLength: number;
  write(text: string): unknown;
  end(text?: string): unknown;
  /** Disconnects the reader. */
  destroy(): unknown;
  on(event: 'close', listener: () => void): unknown;
}

export interface EventFeedOptions {
  readonly events: Pick<EventHub, 'subscribe'>;
  /** Ends every stream. */
  readonly signal: AbortSignal;
  /** Names of credentials, as the document says them now. */
  readonly credentials: () => CredentialNames;
  readonly heartbeatMs?: number;
  /** Bytes that may wait unsent for one reader. */
  readonly maxBacklog?: number;
  readonly maxWatchers?: number;
}

interface Watcher {
  readonly sink: EventSink;
  /** Only events of this sandbox; undefined for all. */
  readonly sandbox: string | undefined;
}

/** The time that a reader which did not keep up may take to read its last event, in milliseconds. */
const graceMs = 5000;

export class EventFeed {
  private readonly watchers = new Set<Watcher>();
  private readonly options: Required<EventFeedOptions>;
  private heartbeat: NodeJS.Timeout | undefined;
  private lastId = 0;

  constructor(options: EventFeedOptions) {
    this.options = { heartbeatMs: 15_000, maxBacklog: 262_144, maxWatchers: 100, ...options };
    options.events.subscribe((event) => {
      this.broadcast(event);
    });
    options.signal.addEventListener('abort', () => {
      for (const watcher of [...this.watchers]) {
        this.leave(watcher);
        watcher.sink.end();
      }
    });
  }

  get size(): number {
    return this.watchers.size;
  }

  get full(): boolean {
    return this.watchers.size >= this.options.maxWatchers;
  }

  /** Writes events until the reader goes away. @param sandbox undefined for the events of all */
  stream(sink: EventSink, sandbox: string | undefined): void {
    const watcher = { sink, sandbox };
    sink.on('close', () => {
      this.leave(watcher);
    });
    sink.write(': connected\n\n');
    this.watchers.add(watcher);
    this.heartbeat ??= setInterval(() => {
      for (const one of this.watchers) this.send(one, ': still here\n\n');
    }, this.options.heartbeatMs).unref();
  }

  private leave(watcher: Watcher): void {
    this.watchers.delete(watcher);
    if (this.watchers.size > 0) return;
    clearInterval(this.heartbeat);
    this.heartbeat = undefined;
  }

  private broadcast(event: DrydockEvent): void {
    this.lastId += 1;
    if (this.watchers.size === 0) return;
    const sandbox = 'sandbox' in event ? event.sandbox : undefined;
    let text: string | undefined;
    for (const watcher of this.watchers) {
      if (watcher.sandbox !== undefined && sandbox !== undefined && watcher.sandbox !== sandbox) continue;
      text ??= eventText(event.type, dataOf(event, this.options.credentials), this.lastId);
      this.send(watcher, text);
    }
  }

  private send(watcher: Watcher, text: string): void {
    const { sink } = watcher;
    const { maxBacklog } = this.options;
    if (sink.writableLength + text.length <= maxBacklog) {
      sink.write(text);
      return;
    }
    this.leave(watcher);
    const reason = `More than ${maxBacklog} bytes waited to be read; connect again and read the journal.`;
    sink.end(eventText('dropped', { reason }, this.lastId));
    setTimeout(() => sink.destroy(), graceMs).unref();
  }
}

function eventText(type: string, data: object, id: number): string {
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}

function dataOf(event: DrydockEvent, credentials: () => CredentialNames): object {
  switch (event.type) {
    case 'exchange':
      return {
        sandbox: event.sandbox,
        request: summarizeEntry(event.entry, credentials()),
        ...(event.again && { again: true }),
      };
    case 'scenario':
      return { sandbox: event.sandbox ?? null, scenario: event.scenario ?? null };
    case 'clock':
    case 'webhook':
      return { sandbox: event.sandbox };
    case 'reset':
      return { sandbox: event.sandbox ?? null };
    case 'keys':
    case 'reloaded':
      return {};
  }
}
