import { ServerResponse } from 'node:http';

/** A response that can go out as one text. */
export class DirectResponse extends ServerResponse {
  /** Head and first line as Node has written them, until they are sent; its own field. */
  declare private _header: string | null;

  /**
   * Sends head and body in one write. Node writes a body behind its head, and something empty behind both: three pieces
   * that are put together for each answer anew.
   *
   * @param headers names and values in turn, Content-Length among them
   * @param body ASCII
   */
  sendText(status: number, headers: string[], body: string): void {
    this.writeHead(status, headers);
    if (typeof this._header === 'string') {
      this._header += body;
      this.end();
    } else this.end(body, 'latin1');
  }
}
