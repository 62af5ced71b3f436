import { Agent as HttpAgent, request as httpRequest, type ClientRequest } from 'node:http';
import type { LookupFunction } from 'node:net';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { caseHeaders } from './wire/case-header.js';
import { BodyDecoder } from './decode-body.js';
import { abandoned, type NoResponse, type Outcome } from './exchange.js';
import { limits } from './limits.js';
import { withHeaders, type RequestParts } from '../cases/request.js';
import { ResponseReader } from './response-reader.js';
import { explainNetworkError } from './network-error.js';
import { WireTap } from './wire/wire-tap.js';
import { requestBytes } from './wire/request-bytes.js';
import { SpelledConnection } from './wire/spelled-connection.js';
import { registerSecrets } from '../../secrets/message-secrets.js';
import { registeredSecrets } from '../../secrets/secret-register.js';
import type { TargetTls } from '../../tls/target-tls.js';

export interface TargetOptions {
  /** The base address; the paths of the document are appended to its own. */
  readonly baseUrl: URL;
  /** Milliseconds until a response must be complete. */
  readonly timeoutMs: number;
  /** At most. */
  readonly connections: number;
  /** Sent with every request, unless the request has the header itself. */
  readonly headers?: Readonly<Record<string, string>>;
  /** For every connection; as Node does by itself without. */
  readonly tls?: TargetTls | undefined;
  /** Finds the addresses of the target; the system's by default. */
  readonly lookup?: LookupFunction | undefined;
}

/** Bytes of a body that are searched for secrets: all that evidence shows, and more. */
const searched = 64 * 1024;

/** Registers what a target sets or issues, so that no report shows it. */
function registerSecretsOf(outcome: Outcome): void {
  if (outcome.kind !== 'response') return;
  const { headers, body } = outcome;
  registerSecrets(registeredSecrets, { headers, body: body.subarray(0, searched).toString('utf8') });
}

/**
 * Sends requests to a target that is not trusted: redirects are not followed, time and size are limited, and what is wrong
 * on the wire is reported instead of repaired.
 */
export class TargetClient {
  /** Number of requests that went out, repetitions included. */
  sent = 0;
  private readonly reusing: HttpAgent;
  private readonly single: HttpAgent;
  /** True if connections are used again. */
  private reuses = true;
  private readonly reading = { decoder: new BodyDecoder(), underWay: { bytes: 0 } };
  /** Ends an exchange that is under way. */
  private readonly underWay = new Set<(outcome: Outcome) => void>();
  private abandonedBecause: string | undefined;
  /** Cases whose reused connection was closed without a response, and that have got none since. */
  private readonly closedOn = new Set<string>();
  private isGone = false;

  constructor(private readonly options: TargetOptions) {
    this.reusing = this.createAgent(true);
    this.single = this.createAgent(false);
  }

  /** Ids of the cases that had no response yet when the target stopped listening, as one that a request ends does. */
  get endedDuring(): readonly string[] {
    return this.isGone ? [...this.closedOn] : [];
  }

  /** The full address of a request. */
  urlOf(request: RequestParts): string {
    const { origin, pathname } = this.options.baseUrl;
    return `${origin}${pathname.replace(/\/+$/, '')}${request.path}`;
  }

  /**
   * Sends a request once. A reused connection that closes without a response may have been closed while it was idle: then,
   * and only then, the request goes out again (RFC 9112 9.5). From then on no connection is reused, so that one that closes
   * does so because of its request.
   *
   * @param mayRepeat whether sending it twice does no more than sending it once (RFC 9110 9.2.2)
   * @param caseId named in a header, so that the target's log has it
   * @param alone on a connection of its own
   */
  async send(request: RequestParts, mayRepeat = true, caseId?: string, alone = false): Promise<Outcome> {
    for (;;) {
      if (this.abandonedBecause !== undefined) return notJudged(abandoned, this.abandonedBecause);
      this.sent += 1;
      const { outcome, stale } = await this.exchange(request, caseId, alone);
      if (!stale) {
        registerSecretsOf(outcome);
        if (outcome.kind === 'response') this.closedOn.delete(caseId ?? '');
        else if (outcome.code === 'ECONNREFUSED') this.isGone = true;
        return outcome;
      }
      if (caseId !== undefined) this.closedOn.add(caseId);
      this.stopReuse();
      if (!mayRepeat)
        return notJudged(
          'STALE',
          'an idle connection was closed, and the request may change data if repeated',
        );
    }
  }

  /** Requests under way keep their connections. */
  private stopReuse(): void {
    this.reuses = false;
    this.reusing.maxFreeSockets = 0;
    for (const socket of Object.values(this.reusing.freeSockets).flatMap((idle) => idle ?? []))
      socket.destroy();
  }

  /** Ends every exchange that is under way, and fails each later one at once: neither counts against the target. */
  abandon(reason: string): void {
    this.abandonedBecause = reason;
    for (const end of this.underWay) end(notJudged(abandoned, reason));
  }

  close(): void {
    for (const agent of [this.reusing, this.single]) agent.destroy();
  }

  private createAgent(keepAlive: boolean): HttpAgent {
    const { connections, lookup, tls } = this.options;
    const settings = {
      keepAlive,
      maxSockets: connections,
      scheduling: 'lifo',
      ...(lookup && { lookup }),
    } as const;
    return this.secure ? new HttpsAgent({ ...settings, ...tls }) : new HttpAgent(settings);
  }

  private get secure(): boolean {
    return this.options.baseUrl.protocol === 'https:';
  }

  private exchange(
    parts: RequestParts,
    caseId: string | undefined,
    alone: boolean,
  ): Promise<{ outcome: Outcome; stale: boolean }> {
    const started = performance.now();
    const tap = new WireTap();
    return new Promise((resolve) => {
      let settled = false;
      let request: ClientRequest | undefined;
      let reader: ResponseReader | undefined;
      const settle = (outcome: Outcome) => {
        if (settled) return;
        settled = true;
        this.underWay.delete(end);
        clearTimeout(timer);
        tap.detach();
        resolve({ outcome, stale: isStale(request, outcome, tap) });
      };
      const end = (outcome: Outcome) => {
        settle(outcome);
        request?.destroy();
      };
      const fail = (error: unknown) => end(explainNetworkError(error, tap));
      this.underWay.add(end);
      let interim = 0;
      const timer = setTimeout(() => {
        fail(timeoutError(this.options.timeoutMs, tap));
      }, this.options.timeoutMs);
      try {
        request = this.open(parts, caseId, alone);
      } catch (error) {
        fail(error);
        return;
      }
      request.on('socket', (socket) => tap.attach(socket));
      request.on('response', (response) => {
        reader = new ResponseReader(response, tap, parts.method, started, this.reading, settle);
      });
      request.on('information', () => {
        interim += 1;
        if (interim > limits.interimResponses)
          end(
            notJudged('INTERIM', `more than ${limits.interimResponses} interim responses (1xx) came first`),
          );
      });
      request.on('error', (error) => {
        if (reader) reader.break(explainNetworkError(error, tap));
        else fail(error);
      });
      request.end(parts.body);
    });
  }

  private open(parts: RequestParts, caseId: string | undefined, alone: boolean): ClientRequest {
    const named = caseId === undefined ? {} : caseHeaders(parts, caseId);
    const given = withHeaders({ ...parts, headers: named }, this.options.headers ?? {});
    const { headers } = withHeaders(given, parts.headers);
    if (parts.wire !== undefined) return this.openSpelled(parts, headers);
    const send = this.secure ? httpsRequest : httpRequest;
    const body = parts.body;
    const length = body !== undefined || !['GET', 'HEAD', 'DELETE', 'OPTIONS'].includes(parts.method);
    return send(this.urlOf(parts), {
      method: parts.method,
      agent: this.reuses && !alone ? this.reusing : this.single,
      maxHeaderSize: limits.headerBytes,
      headers: { ...headers, ...(length ? { 'Content-Length': String(body?.length ?? 0) } : {}) },
    });
  }

  /** Node's client reads the response; what it writes itself is dropped. */
  private openSpelled(parts: RequestParts, headers: Readonly<Record<string, string>>): ClientRequest {
    const bytes = requestBytes(this.urlOf(parts), parts, headers);
    return httpRequest({
      method: parts.method,
      maxHeaderSize: limits.headerBytes,
      createConnection: () => new SpelledConnection(this.options.baseUrl, bytes, this.options),
    });
  }
}

function notJudged(code: string, reason: string): NoResponse {
  return { kind: 'no response', code, reason, begun: true, notJudged: true };
}

/**
 * Returns whether the request went out on a reused connection that the target was just closing: without a word (RFC 9112 9.5), or with
 * a 408, which says that it had waited long enough for a request (RFC 9110 15.5.9).
 */
function isStale(request: ClientRequest | undefined, outcome: Outcome, tap: WireTap): boolean {
  if (request?.reusedSocket !== true) return false;
  if (outcome.kind === 'response') return outcome.status === 408;
  if (tap.bytes > 0) return false;
  return ['ECONNRESET', 'EPIPE', 'ECONNABORTED'].includes(outcome.code);
}

function timeoutError(timeoutMs: number, tap: WireTap): Error {
  const seconds = timeoutMs / 1000;
  const what = tap.bytes === 0 ? 'no response came' : 'the response was not complete';
  return Object.assign(new Error(`${what} within ${seconds} s`), { code: 'TIMEOUT' });
}
