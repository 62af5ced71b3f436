import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Reads the bytes of one response beside Node's parser, which hides what a strict reader must see: bytes after the end of
 * the message, and a body where HTTP allows none.
 */
export class WireTap {
  /** How many bytes arrived. */
  bytes = 0;
  private head = '';
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

  /** What is wrong with the message, as phrases. */
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
    this.bytes += chunk.length;
    if (this.bodyStart !== undefined) return;
    this.head += chunk.toString('latin1');
    this.findBody();
    if (this.head.length > 256 * 1024) this.bodyStart = this.bytes;
  };

  /** The body starts after the empty line of the last head; interim responses (1xx) have heads of their own. */
  private findBody(): void {
    let from = 0;
    for (;;) {
      const end = this.head.indexOf('\r\n\r\n', from);
      if (end === -1) return;
      if (!/^HTTP\/1\.\d 1\d\d/.test(this.head.slice(from, from + 12))) {
        this.bodyStart = end + 4;
        this.head = '';
        return;
      }
      from = end + 4;
    }
  }
}

function forbidsBody(status: number, method: string): boolean {
  return method === 'HEAD' || status === 204 || status === 304;
}
