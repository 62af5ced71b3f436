import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { explainNetworkError } from '../../conformance/target/network-error.js';
import { waitingConnection } from '../../server/http/upgrades.js';
import { endToEnd, fieldOf } from '../headers/end-to-end.js';
import type { Target } from '../target/target.js';
import { atEndOfTurn } from './end-of-turn.js';
import { passInterim } from './interim-responses.js';
import type { ResponseHead } from './outcome.js';
import type { ProxyExchange } from './proxy-exchange.js';

/** A response of the target, whose body has not been read. */
export interface Arrived {
  readonly head: ResponseHead;
  /** The fields that the client gets, where the proxy maps some; names and values in turn. */
  readonly fields: readonly string[];
  readonly message: IncomingMessage;
  /** The connection with the target, where it is another protocol's from now on. */
  readonly switched?: SwitchedConnection;
}

/** A connection that is no HTTP any more. */
export interface SwitchedConnection {
  readonly socket: Duplex;
  /** The bytes behind the response. */
  readonly early: Buffer;
}

/** The reason why no response came. */
export interface Unreachable {
  readonly code: string;
  /** A phrase. */
  readonly reason: string;
  /** True if the target may have closed a connection that was idle, as it is free to do, before the request came. */
  readonly wasIdle?: boolean;
}

/** Methods whose requests may be sent twice (RFC 9110 section 9.2.2). */
const idempotent = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'TRACE']);

/**
 * One request on its way to the target, until its response begins. It keeps no function of its own in a property: V8 would hold on to
 * whatever that reaches until the next collection of the whole heap.
 */
export class Forwarding {
  /** True if a scenario keeps the response waiting. */
  isDelayed = false;
  private awaitsContinue: boolean;
  private upstream: ClientRequest | undefined;
  private connecting: NodeJS.Timeout | undefined;
  private timedOut: Unreachable | undefined;
  private message: IncomingMessage | undefined;
  private hasBytesBehind = false;
  private isAbandoned = false;

  constructor(
    private readonly proxied: ProxyExchange,
    private readonly target: Target,
  ) {
    this.awaitsContinue = proxied.request.headers.expect !== undefined;
  }

  /** Sends the request. @returns undefined where the client went away before a response came */
  send(): Promise<Arrived | Unreachable | undefined> {
    return new Promise((resolve) => {
      const { response } = this.proxied;
      response.once('close', () => {
        if (!response.writableFinished) this.abandon();
        resolve(undefined);
      });
      const prepared = this.target.prepare();
      if (prepared === undefined)
        atEndOfTurn(() => {
          if (!this.isAbandoned) this.attempt(resolve, false);
        });
      else
        void prepared.then(() => {
          if (!this.isAbandoned) this.attempt(resolve, false);
        });
    });
  }

  /** Ends the connection with the target. */
  abandon(): void {
    this.isAbandoned = true;
    clearTimeout(this.connecting);
    this.upstream?.destroy();
  }

  /** True if nothing comes from the target because the client keeps it waiting. */
  private get isClientSlow(): boolean {
    if (this.message) return this.isDelayed || this.message.isPaused();
    return !this.awaitsContinue && this.upstream?.writableEnded === false && !this.proxied.request.isPaused();
  }

  /** The break of HTTP by the target behind its complete response; undefined if there was none. */
  get problemBehind(): string | undefined {
    return this.hasBytesBehind || this.hasSecondResponse()
      ? 'bytes follow the end of the response'
      : undefined;
  }

  /** Node ends the connection at once, without an error, where a second response comes that nobody asked for. */
  private hasSecondResponse(): boolean {
    const { shouldKeepAlive, socket } = this.upstream ?? {};
    return shouldKeepAlive === true && socket?.destroyed === true && !socket.readableEnded && !socket.errored;
  }

  /**
   * @param isSecond whether the target closed a kept connection at the first. The second has a connection of its own, and so has from
   *   then on whatever can not be sent twice: what is closed there without a response was not idle.
   */
  private attempt(resolve: (result: Arrived | Unreachable) => void, isSecond: boolean): void {
    const { request, response, body, fields } = this.proxied;
    let upstream: ClientRequest;
    try {
      const isAlone = isSecond || this.mayBeSwitched || (this.target.closesKept && !this.mayBeSentAgain());
      upstream = this.target.request(request.method ?? 'GET', request.url ?? '/', fields, isAlone);
    } catch (cause) {
      resolve(unreachable(cause, this.target));
      return;
    }
    this.upstream = upstream;
    this.watchTime(upstream);
    upstream.once('response', (message) => {
      clearTimeout(this.connecting);
      this.message = message;
      // A client that was not asked for its body may send it or not, so the connection can't be used again.
      if (this.awaitsContinue) response.shouldKeepAlive = false;
      if (/^(?:chunked|identity)?$/i.test(message.headers['transfer-encoding'] ?? '')) {
        resolve(arrivedOf(message));
        return;
      }
      resolve(codedTransfer);
      this.abandon();
    });
    upstream.on('error', (cause: NodeJS.ErrnoException) => {
      clearTimeout(this.connecting);
      if (this.message) this.hasBytesBehind = cause.code?.startsWith('HPE_') === true;
      const isClosed = /^(ECONNRESET|EPIPE)$/.test(cause.code ?? '');
      const wasIdle = isClosed && upstream.reusedSocket && !this.message && !this.isAbandoned;
      if (wasIdle) this.target.closesKept = true;
      if (!isSecond && wasIdle && this.mayBeSentAgain()) this.attempt(resolve, true);
      else resolve(this.timedOut ?? { ...unreachable(cause, this.target), wasIdle });
    });
    upstream.once('upgrade', (message, socket, early) => {
      clearTimeout(this.connecting);
      if (this.mayBeSwitched) resolve({ ...arrivedOf(message), switched: { socket, early } });
      else {
        socket.destroy();
        resolve(unasked);
      }
    });
    upstream.once('close', () => {
      if (this.upstream === upstream) resolve(this.timedOut ?? closedEarly);
    });
    upstream.once('continue', () => (this.awaitsContinue = false));
    passInterim(upstream, response, request.httpVersion);
    if (request.headers.expect !== undefined) upstream.flushHeaders();
    body.sendTo(upstream);
  }

  /** True if the client asks for another protocol, and its connection can become that. */
  private get mayBeSwitched(): boolean {
    return waitingConnection(this.proxied.request) !== undefined;
  }

  /** The server may close a kept connection while a request is on its way to it. */
  private mayBeSentAgain(): boolean {
    const { request, body } = this.proxied;
    return body.isEmpty && idempotent.has(request.method ?? '');
  }

  private watchTime(upstream: ClientRequest): void {
    const { connectTimeoutMs, timeoutMs } = this.target;
    upstream.once('socket', (socket) => {
      if (!socket.connecting) return;
      this.connecting = setTimeout(() => {
        this.end(upstream, `no connection was made within ${connectTimeoutMs} ms`);
      }, connectTimeoutMs);
      socket.once('connect', () => {
        clearTimeout(this.connecting);
      });
    });
    const listen = (): void => {
      upstream.setTimeout(timeoutMs, () => {
        if (this.isClientSlow) listen();
        else this.end(upstream, `nothing came from it for ${timeoutMs} ms`);
      });
    };
    listen();
  }

  private end(upstream: ClientRequest, reason: string): void {
    this.timedOut = { code: 'TIMEOUT', reason };
    upstream.destroy(new Error(reason));
  }
}

/** Node undoes chunked alone: a client would get a body that is still coded, and no word of it. */
const codedTransfer: Unreachable = {
  code: 'TRANSFER_ENCODING',
  reason: 'its Transfer-Encoding is other than chunked',
};

const unasked: Unreachable = {
  code: 'UPGRADE',
  reason: 'it changed the protocol of the connection without being asked',
};

const closedEarly: Unreachable = {
  code: 'ECONNRESET',
  reason: 'the connection was closed without a response',
};

function arrivedOf(message: IncomingMessage): Arrived {
  const { statusCode: status = 0, statusMessage: reason = '', rawHeaders } = message;
  const fields = endToEnd(rawHeaders);
  const transferEncoding = fieldOf(rawHeaders, 'transfer-encoding');
  return { head: { status, reason, fields, transferEncoding }, fields, message };
}

function unreachable(cause: unknown, { maxHeadBytes }: Target): Unreachable {
  const { code, reason } = explainNetworkError(cause, { bytes: 0 });
  const isTooLarge = code === 'HPE_HEADER_OVERFLOW';
  return {
    code,
    reason: isTooLarge ? `its headers are larger than ${maxHeadBytes} bytes (--max-head)` : reason,
  };
}
