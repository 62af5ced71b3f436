/**
 * The access log: a JSON line for each answered request, for those who run the mock for others. It has no headers,
 * queries or bodies, so no key can be in it. Lines are made after the response is sent, not while a request is served.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Exchange } from '../../mock/exchange/exchange.js';
import { shownText } from '../../journal/shown-entry.js';
import { internalPrefix } from '../../mock/internal-prefix.js';

/** One answered request, for a person who watches. */
export interface AnsweredRequest {
  /** Undefined for one that could not be read. */
  readonly method?: string;
  /** Without its query. */
  readonly path?: string;
  /** Undefined where the connection was broken before a status went out. */
  readonly status?: number;
  /** Milliseconds until the response was sent. */
  readonly durationMs?: number;
  readonly sandbox?: string;
  /** The scenarios that applied, between commas; empty for none. */
  readonly scenario?: string;
  /** The break of the connection by a scenario. */
  readonly fault?: string;
}

/** Takes the lines of the log. */
export interface LogOutput {
  readonly write: (fields: Readonly<Record<string, unknown>>) => void;
  /** Writes the lines that are still pending. */
  readonly close?: () => Promise<void>;
}

/** Hands each request of the service to a function; what belongs to Drydock itself is left out. */
export function requestOutput(tell: (request: AnsweredRequest) => void): LogOutput {
  return {
    write: (fields) => {
      const request = fields as AnsweredRequest;
      if (!request.path?.startsWith(internalPrefix)) tell(request);
    },
  };
}

/** Longer paths are cut to this many characters. */
const maxPath = 1000;

/** Limit of the wait for the last lines, in milliseconds. */
export const lastLinesMs = 2000;

export class AccessLog {
  private readonly exchanges = new WeakMap<ServerResponse, Exchange>();
  /** Bytes of each connection that earlier lines have counted. */
  private readonly counted = new WeakMap<Socket, number>();

  private underWay = 0;
  private settle: () => void = () => undefined;

  constructor(private readonly outputs: readonly LogOutput[]) {}

  /** Follows a request until its response is sent or its client is gone; then its line is written. */
  follow(request: IncomingMessage, response: ServerResponse): void {
    const started = performance.now();
    const { socket, method } = request;
    // Later stages change the address of a request, and the connection may lose its own.
    const path = pathOf(request.url ?? '/');
    const client = socket.remoteAddress;
    const requestId = requestIdOf(request);
    this.underWay += 1;
    const closed = (written: number): void => {
      this.underWay -= 1;
      if (this.underWay === 0) setImmediate(this.settle);
      const exchange = this.exchanges.get(response);
      const { ending, headBytes, bodyBytes, durationMs } = exchange?.delivery ?? undelivered;
      const isKnown = ending !== undefined;
      const hasStatus = isKnown ? headBytes > 0 : response.headersSent;
      const status = hasStatus ? response.statusCode : undefined;
      if (status === 200 && probes.has(path)) return;
      const tookMs = isKnown ? durationMs : performance.now() - started;
      const bytes = isKnown ? headBytes + bodyBytes : written;
      const shown = (text: string) =>
        exchange?.mock.secrets.hideIn(text, { headers: exchange.request.headers, query: exchange.query }) ??
        shownText(text);
      this.write({
        ...{ method, path: shown(path).slice(0, maxPath), status },
        durationMs: Math.round(tookMs * 1000) / 1000,
        bytes,
        client,
        requestId: requestId === undefined ? undefined : shown(requestId),
        ...(response.writableFinished || ending === 'complete' ? {} : { aborted: true, ending }),
        ...serviceFields(exchange),
      });
    };
    response.once('close', () => {
      const written = this.newBytes(socket);
      // By then the record of the exchange says how it ended.
      setImmediate(closed, written);
    });
  }

  /** Adds what the service knows about a followed request. */
  describe(response: ServerResponse, exchange: Exchange): void {
    this.exchanges.set(response, exchange);
  }

  /** Writes the line of a malformed request, which was refused before it became one. */
  refused(socket: Duplex, status: number): void {
    const { remoteAddress, bytesWritten } = socket as Partial<Socket>;
    this.write({ status, bytes: bytesWritten, client: remoteAddress, malformed: true });
  }

  /** Waits for the lines of all followed requests: a server closes before the last of its connections emits `close`. */
  async close(): Promise<void> {
    if (this.underWay > 0) {
      const settled = new Promise<void>((resolve) => (this.settle = resolve));
      await Promise.race([settled, delay(lastLinesMs, undefined, { ref: false })]);
    }
    await Promise.all(this.outputs.map(async (output) => output.close?.()));
  }

  private write(fields: Readonly<Record<string, unknown>>): void {
    for (const output of this.outputs) output.write(fields);
  }

  private newBytes(socket: Socket): number {
    const before = this.counted.get(socket) ?? 0;
    const { bytesWritten } = socket;
    this.counted.set(socket, bytesWritten);
    return bytesWritten - before;
  }
}

/** The delivery of a response that no journal has. */
const undelivered = { ending: undefined, headBytes: 0, bodyBytes: 0, durationMs: 0 };

/** Probes call these every few seconds; they are logged only when they fail. */
const probes = new Set([`${internalPrefix}/health`, `${internalPrefix}/ready`]);

/** Without the query, where clients put secrets. */
function pathOf(target: string): string {
  const mark = target.indexOf('?');
  return mark === -1 ? target : target.slice(0, mark);
}

/** A client's request id is logged only if it looks like one. */
function requestIdOf({ headers }: IncomingMessage): string | undefined {
  const id = headers['x-request-id'];
  return typeof id === 'string' && /^[\w.:=+/-]{1,128}$/.test(id) ? id : undefined;
}

function serviceFields(exchange: Exchange | undefined): Readonly<Record<string, unknown>> {
  if (!exchange) return {};
  const { match, identity, scenario } = exchange;
  return {
    operation: match.kind === 'operation' ? match.served.operation.id : undefined,
    sandbox: identity.sandbox,
    scenario: scenario?.applied.names.join(','),
    fault: scenario?.applied.fault,
  };
}
