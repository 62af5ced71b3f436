import { ServerResponse } from 'node:http';

/**
 * A response that is written as one text, where Node writes head, body and an empty end as three pieces.
 *
 * Leans on `_header`, in which Node keeps the head until it sends it. Without it the response goes out by `writeHead` and `end`.
 */
export class DirectResponse extends ServerResponse {
  /** Head and first line as Node has written them, until they are sent; its own field. */
  declare private _header: string | null;

  /**
   * Sends head and body in one write.
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
