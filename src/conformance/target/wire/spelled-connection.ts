import { connect, type LookupFunction, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import type { TargetTls } from '../../../tls/target-tls.js';

/** Options for the connection, as those of every request. */
interface ConnectionOptions {
  readonly lookup?: LookupFunction | undefined;
  readonly tls?: TargetTls | undefined;
}

/**
 * A connection on which a request goes out in given bytes. An HTTP client writes its own spelling of the request into it, which
 * is dropped, and reads the response with all its bounds.
 */
export class SpelledConnection extends Duplex {
  private readonly socket: Socket;

  constructor(url: URL, request: Buffer, options: ConnectionOptions = {}) {
    super();
    this.socket = open(url, options);
    this.socket.write(request);
    this.socket.on('data', (chunk: Buffer) => {
      if (!this.push(chunk)) this.socket.pause();
    });
    this.socket.on('end', () => this.push(null));
    this.socket.on('error', (error) => this.destroy(error));
    this.socket.on('close', () => this.destroy());
  }

  override _read(): void {
    this.socket.resume();
  }

  override _write(_chunk: unknown, _encoding: unknown, done: () => void): void {
    done();
  }

  /** The response is complete, and a server that was asked to keep the connection would hold it open. */
  override _final(done: () => void): void {
    this.socket.destroy();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.socket.destroy();
    done(error);
  }
}

function open(url: URL, { lookup, tls }: ConnectionOptions): Socket {
  const pinned = lookup && { lookup };
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (url.protocol !== 'https:') return connect({ host, port: Number(url.port || 80), ...pinned });
  return connectTls({
    host,
    port: Number(url.port || 443),
    ...pinned,
    ...tls,
  });
}
