import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Reads the bytes of one response beside Node's parser, which hides what a strict reader must see: bytes after the end of
 * the message, and a body where HTTP allows none.
 */
export class WireTap {
  /** Number of bytes that arrived. */
  bytes = 0;
  /** The first bytes of the head that is arriving, enough to recognize an interim response. */
  private beginning = '';
  /** Number of bytes just seen of the empty line that ends a head. */
  private matched = 0;
  private bodyStart: number | undefined;
  private socket: Socket | undefined;

  attach(socket: Socket): void {
    this.socket = socket;
    socket.on('data', this.listen);
  }

  detach(): void {
    this.socket?.removeListener('data', this.listen);
    this.socket = undefined;
  }

  /** Problems of the message, as phrases. */
  problems(response: IncomingMessage, method: string): string[] {
    if (this.bodyStart === undefined) return [];
    const body = this.bytes - this.bodyStart;
    if (forbidsBody(response.statusCode ?? 0, method))
      return body > 0 ? [`${body} bytes follow a response that can have no body`] : [];
    const declared = response.headers['content-length'];
    if (declared === undefined || body <= Number(declared)) return [];
    return [`${body} bytes of body were sent where Content-Length says ${declared}`];
  }

  private readonly listen = (chunk: Buffer): void => {
    if (this.bodyStart === undefined) this.findBody(chunk);
    this.bytes += chunk.length;
  };

  /** The body starts after the empty line of the last head; interim responses (1xx) have heads of their own. */
  private findBody(chunk: Buffer): void {
    for (let index = 0; index < chunk.length; index += 1) {
      const byte = chunk[index] ?? 0;
      if (this.beginning.length < 10) this.beginning += String.fromCharCode(byte);
      this.matched = byte === endOfHead[this.matched] ? this.matched + 1 : byte === endOfHead[0] ? 1 : 0;
      if (this.matched < endOfHead.length) continue;
      if (!/^HTTP\/1\.\d 1/.test(this.beginning)) {
        this.bodyStart = this.bytes + index + 1;
        return;
      }
      this.beginning = '';
      this.matched = 0;
    }
  }
}

const endOfHead = Buffer.from('\r\n\r\n');

function forbidsBody(status: number, method: string): boolean {
  return method === 'HEAD' || status === 204 || status === 304;
}
