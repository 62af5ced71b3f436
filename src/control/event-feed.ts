/**
 * What happens in the mock, as server-sent events for those who watch. Each event is written once and handed to all. A
 * reader that does not keep up is let go with an event that says so: no reader makes the mock hold more than its share.
 */
import type { Response } from 'express';
import { summarizeEntry } from '../journal/describe-entry.js';
import type { DrydockEvent, EventHub } from '../mock/events.js';

export interface EventFeedOptions {
  readonly events: Pick<EventHub, 'subscribe'>;
  /** Ends every stream. */
  readonly signal: AbortSignal;
  readonly heartbeatMs?: number;
  /** What may wait unsent for one reader, in bytes. */
  readonly maxBacklog?: number;
  readonly maxWatchers?: number;
}

interface Watcher {
  readonly response: Response;
  /** Only events of this sandbox; undefined for all. */
  readonly sandbox: string | undefined;
}

/** How long a reader that was let go may take to read its last event, in milliseconds. */
const graceMs = 5000;

export class EventFeed {
  private readonly watchers = new Set<Watcher>();
  private readonly heartbeatMs: number;
  private readonly maxBacklog: number;
  private readonly maxWatchers: number;
  private heartbeat: NodeJS.Timeout | undefined;
  private lastId = 0;

  constructor({ events, signal, heartbeatMs, maxBacklog, maxWatchers }: EventFeedOptions) {
    this.heartbeatMs = heartbeatMs ?? 15_000;
    this.maxBacklog = maxBacklog ?? 262_144;
    this.maxWatchers = maxWatchers ?? 100;
    events.subscribe((event) => {
      this.tell(event);
    });
    signal.addEventListener('abort', () => {
      for (const { response } of this.watchers) response.end();
    });
  }

  get size(): number {
    return this.watchers.size;
  }

  get full(): boolean {
    return this.watchers.size >= this.maxWatchers;
  }

  /** Sends events to a response until its reader goes away. */
  stream(response: Response, sandbox: string | undefined): void {
    const watcher = { response, sandbox };
    response.on('close', () => {
      this.leave(watcher);
    });
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      // Proxies that buffer would hold events back.
      'X-Accel-Buffering': 'no',
      Connection: 'close',
    });
    response.write(': connected\n\n');
    this.watchers.add(watcher);
    this.heartbeat ??= setInterval(() => {
      for (const one of this.watchers) this.send(one, ': still here\n\n');
    }, this.heartbeatMs).unref();
  }

  private leave(watcher: Watcher): void {
    this.watchers.delete(watcher);
    if (this.watchers.size > 0) return;
    clearInterval(this.heartbeat);
    this.heartbeat = undefined;
  }

  private tell(event: DrydockEvent): void {
    this.lastId += 1;
    if (this.watchers.size === 0) return;
    const sandbox = 'sandbox' in event ? event.sandbox : undefined;
    let text: string | undefined;
    for (const watcher of this.watchers) {
      if (watcher.sandbox !== undefined && sandbox !== undefined && watcher.sandbox !== sandbox) continue;
      text ??= eventText(event.type, dataOf(event), this.lastId);
      this.send(watcher, text);
    }
  }

  private send(watcher: Watcher, text: string): void {
    const { response } = watcher;
    if (response.writableLength + text.length <= this.maxBacklog) {
      response.write(text);
      return;
    }
    this.leave(watcher);
    const reason = `More than ${this.maxBacklog} bytes waited to be read; connect again and read the journal.`;
    response.end(eventText('dropped', { reason }, this.lastId));
    setTimeout(() => response.destroy(), graceMs).unref();
  }
}

function eventText(type: string, data: object, id: number): string {
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}

function dataOf(event: DrydockEvent): object {
  switch (event.type) {
    case 'exchange':
      return { sandbox: event.sandbox, request: summarizeEntry(event.entry) };
    case 'scenario':
      return { sandbox: event.sandbox ?? null, scenario: event.scenario ?? null };
    case 'reset':
      return { sandbox: event.sandbox ?? null };
    case 'keys':
    case 'reloaded':
      return {};
  }
}
