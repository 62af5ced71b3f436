import { connect, type ClientHttp2Session } from 'node:http2';
import { Agent as HttpAgent, request as httpRequest, type ClientRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import { OptionError } from '../../contract/option-error.js';
import { withoutPasswords } from '../../contract/printing/without-passwords.js';
import { gatewayOptions, type GatewayValues } from '../../options/proxy-options.js';
import {
  curlTlsOptions,
  targetTls,
  targetTlsWarnings,
  type TargetTls,
  type TargetTlsOptions,
} from '../../tls/target-tls.js';
import { StreamTarget } from './stream-target.js';

/** Options for reaching the target. */
export interface TargetOptions
  extends TargetTlsOptions, Partial<Pick<GatewayValues, 'connectTimeout' | 'timeout' | 'maxHead'>> {
  /** Its base address: http or https, without credentials, query and fragment. */
  readonly url: string;
  /** The beginning of the paths that clients use, which the target does not get; may be empty. */
  readonly prefix: string;
}

/** An idle connection is closed before a usual server (gunicorn: 2 s) does it while a request is on its way, in milliseconds. */
const idleMs = 1_500;

/** Told by `asked` when the answer is known. */
const known = Promise.resolve();

/** A server behind a proxy. Connections are kept; certificates are checked, unless that is turned off. */
export class Target {
  readonly host: string;
  /** The base address without a trailing slash. */
  readonly url: string;
  readonly connectTimeoutMs: number;
  /** Headers of a response that are larger are no response. */
  readonly maxHeadBytes: number;
  readonly timeoutMs: number;
  /** True if it has closed a kept connection instead of answering on it, be it idle or not. */
  closesKept = false;
  private readonly basePath: string;
  readonly prefix: string;
  private readonly agent: HttpAgent | HttpsAgent;
  private readonly isSecure: boolean;
  /** Its address, and the TLS towards it. */
  private readonly connection: TargetTls & { readonly host: string; readonly port: number };
  /** Settled once it is known whether the target offers HTTP/2 alone; undefined where nobody has asked. */
  private asked: Promise<void> | undefined;
  /** Undefined for a target that speaks HTTP/1.1. */
  private streams: StreamTarget | undefined;
  /** Sentences about its TLS that the user should know about. */
  readonly warnings: readonly string[];
  /** Options by which curl connects alike. */
  readonly curlOptions: readonly string[];

  /** @throws OptionError for an address that is none */
  constructor({ url, prefix, ...options }: TargetOptions) {
    this.prefix = prefix;
    const base = checkedUrl(url);
    this.isSecure = base.protocol === 'https:';
    this.basePath = base.pathname.replace(/\/+$/, '');
    this.host = base.host;
    this.url = base.origin + this.basePath;
    this.maxHeadBytes = options.maxHead ?? gatewayOptions.maxHead.default;
    this.connectTimeoutMs = options.connectTimeout ?? gatewayOptions.connectTimeout.default;
    this.timeoutMs = options.timeout ?? gatewayOptions.timeout.default;
    this.connection = {
      host: base.hostname.replace(/^\[|\]$/g, ''),
      port: Number(base.port) || (this.isSecure ? 443 : 80),
      ...targetTls(options, base),
    };
    this.warnings = targetTlsWarnings(options, base);
    this.curlOptions = curlTlsOptions(options, base);
    const kept = { keepAlive: true, maxFreeSockets: 1024, timeout: idleMs };
    this.agent = this.isSecure ? new HttpsAgent(kept) : new HttpAgent(kept);
  }

  /**
   * Finds out whether the target offers HTTP/2 alone, before the first request: a body can't be sent twice.
   *
   * @returns undefined where it is known
   */
  prepare(): Promise<void> | undefined {
    if (!this.isSecure || this.asked === known) return undefined;
    this.asked ??= this.ask();
    return this.asked;
  }

  private async ask(): Promise<void> {
    const answer = await offersHttp2Alone(this.connection, this.connectTimeoutMs);
    // A target that could not be reached is asked again.
    this.asked = answer === undefined ? undefined : known;
    if (answer === true) this.streams = new StreamTarget(() => this.openSession(), 2 * this.maxHeadBytes);
  }

  private openSession(): ClientHttp2Session {
    const { connectTimeoutMs } = this;
    const session = connect(`https://${this.host}`, { ...this.connection, ALPNProtocols: ['h2'] });
    const connecting = setTimeout(() => {
      const message = `no connection was made within ${connectTimeoutMs} ms`;
      session.destroy(Object.assign(new Error(message), { code: 'TIMEOUT' }));
    }, connectTimeoutMs);
    session.once('connect', () => clearTimeout(connecting)).once('close', () => clearTimeout(connecting));
    return session;
  }

  /**
   * Begins a request. Nothing is sent before its first write, `flushHeaders` or its end.
   *
   * @param target path and query; a path that begins with that of the base address is taken as it is
   * @param fields names and values in turn
   * @param isAlone whether it needs a connection that no other request has used or will use
   */
  request(method: string, target: string, fields: readonly string[], isAlone: boolean): ClientRequest {
    const { streams } = this;
    const send = streams || !this.isSecure ? httpRequest : httpsRequest;
    const request = send({
      method,
      ...(streams ? { createConnection: () => streams.open() } : { agent: isAlone ? false : this.agent }),
      maxHeaderSize: this.maxHeadBytes,
      ...this.connection,
      path: this.pathOf(target),
      // Node sends such a list as it is. Its type does not know it.
      headers: fields as unknown as Record<string, string>,
    });
    // The size is the limit: of more headers than 2,000 Node would forget the rest.
    request.maxHeadersCount = 0;
    return request;
  }

  close(): void {
    this.agent.destroy();
    this.streams?.close();
  }

  private pathOf(given: string): string {
    const { basePath, prefix } = this;
    if (!given.startsWith('/')) return given;
    const target = given.slice(prefix.length);
    if (basePath === '') return target.startsWith('/') ? target : `/${target}`;
    return isBelow(target, basePath) ? target : basePath + target;
  }
}

/** Tells whether a path, with or without its query, begins with the segments of another. */
export function isBelow(path: string, base: string): boolean {
  return path.startsWith(base) && /^(?:[/?]|$)/.test(path.slice(base.length));
}

/**
 * Asks a server for HTTP/1.1 by TLS (ALPN, RFC 7301 section 3.2), and sends nothing.
 *
 * @param timeoutMs to connect and to agree on TLS
 * @returns undefined where the connection failed for another reason than that
 */
function offersHttp2Alone(options: ConnectionOptions, timeoutMs: number): Promise<boolean | undefined> {
  return new Promise((resolve) => {
    const socket = connectTls({ ...options, ALPNProtocols: ['http/1.1'] });
    const timer = setTimeout(() => end(undefined), timeoutMs);
    const end = (answer: boolean | undefined): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    socket.once('secureConnect', () => end(false));
    socket.on('error', ({ message }: Error) =>
      end(message.includes('alert no application protocol') ? true : undefined),
    );
  });
}

function checkedUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const usual = 'http or https address such as https://staging.example.com/api';
  if (!url || !/^https?:$/.test(url.protocol))
    throw new OptionError(
      `The target must be an ${usual}, got ${withoutPasswords(JSON.stringify(text)).slice(0, 200)}.`,
    );
  if (url.username !== '' || url.password !== '')
    throw new OptionError(
      'The target must have no user and password in its address: clients send their own.',
    );
  if (url.search !== '' || url.hash !== '')
    throw new OptionError(
      `The target must be a base address without query and fragment, such as ${url.origin}.`,
    );
  return url;
}
