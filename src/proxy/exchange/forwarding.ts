import type { ClientRequest, IncomingMessage } from 'node:http';
import { explainNetworkError } from '../../conformance/target/network-error.js';
import { endToEnd } from '../headers/end-to-end.js';
import { fieldsForTarget } from '../headers/request-fields.js';
import type { Target } from '../target/target.js';
import { passInterim } from './interim-responses.js';
import type { ResponseHead } from './outcome.js';
import type { Visit } from './visit.js';

/** A response of the target, whose body has not been read. */
export interface Arrived {
  readonly head: ResponseHead;
  readonly message: IncomingMessage;
}

/** Why no response came. */
export interface Unreachable {
  readonly code: string;
  /** A phrase. */
  readonly reason: string;
}

/** Methods whose requests may be sent twice (RFC 9110 section 9.2.2). */
const idempotent = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'TRACE']);

/** One request on its way to the target, until its response begins. */
export class Forwarding {
  /** Whether nothing comes from the target because the client keeps it waiting. */
  isClientSlow: () => boolean;
  private awaitsContinue: boolean;
  private upstream: ClientRequest | undefined;
  private connecting: NodeJS.Timeout | undefined;
  private timedOut: Unreachable | undefined;

  constructor(
    private readonly visit: Visit,
    private readonly target: Target,
  ) {
    const { request } = visit;
    this.awaitsContinue = request.headers.expect !== undefined;
    this.isClientSlow = () =>
      !this.awaitsContinue && this.upstream?.writableEnded === false && !request.isPaused();
  }

  /** Sends the request. @returns undefined where the client went away before a response came */
  send(): Promise<Arrived | Unreachable | undefined> {
    return new Promise((resolve) => {
      const { response } = this.visit;
      response.once('close', () => {
        if (!response.writableFinished) this.abandon();
        resolve(undefined);
      });
      this.attempt(resolve, true);
    });
  }

  /** Ends the connection with the target. */
  abandon(): void {
    clearTimeout(this.connecting);
    this.upstream?.destroy();
  }

  private attempt(resolve: (result: Arrived | Unreachable) => void, mayRepeat: boolean): void {
    const { request, response, body } = this.visit;
    let upstream: ClientRequest;
    try {
      const fields = fieldsForTarget(request, this.target.host);
      upstream = this.target.request(request.method ?? 'GET', request.url ?? '/', fields);
    } catch (cause) {
      resolve(unreachable(cause));
      return;
    }
    this.upstream = upstream;
    this.watchTime(upstream);
    upstream.once('response', (message) => {
      clearTimeout(this.connecting);
      // A client that was not asked for its body may send it or not, so the connection can't be used again.
      if (this.awaitsContinue) response.shouldKeepAlive = false;
      const { statusCode: status = 0, statusMessage: reason = '', rawHeaders } = message;
      resolve({ head: { status, reason, fields: endToEnd(rawHeaders) }, message });
    });
    upstream.on('error', (cause: NodeJS.ErrnoException) => {
      clearTimeout(this.connecting);
      const isStale = upstream.reusedSocket && cause.code === 'ECONNRESET';
      if (mayRepeat && isStale && this.mayBeSentAgain()) this.attempt(resolve, false);
      else resolve(this.timedOut ?? unreachable(cause));
    });
    upstream.once('upgrade', (_message, socket) => {
      socket.destroy();
      resolve({ code: 'UPGRADE', reason: 'it changed the protocol of the connection without being asked' });
    });
    upstream.once('close', () => {
      if (this.upstream === upstream) resolve(this.timedOut ?? closedEarly);
    });
    upstream.once('continue', () => (this.awaitsContinue = false));
    passInterim(upstream, response, request.httpVersion);
    if (request.headers.expect !== undefined) upstream.flushHeaders();
    body.sendTo(upstream);
  }

  /** The server may close a kept connection while a request is on its way to it. */
  private mayBeSentAgain(): boolean {
    const { request, body } = this.visit;
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
        if (this.isClientSlow()) listen();
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

const closedEarly: Unreachable = {
  code: 'ECONNRESET',
  reason: 'the connection was closed without a response',
};

function unreachable(cause: unknown): Unreachable {
  const { code, reason } = explainNetworkError(cause, { bytes: 0 });
  return { code, reason };
}
