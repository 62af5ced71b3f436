/** One keep-alive connection with at most one request under way. Of a response it reads only the status and where it ends. */
import { connect } from 'node:net';

const SECONDS_WITHOUT_RESPONSE = 30;

export class Connection {
  #socket;
  /** The head as far as it came, when it did not come in one piece. */
  #head = '';
  #status = 0;
  /** Bytes of the body that are still to come; NaN while the head is read, Infinity for a chunked body. */
  #missing = NaN;
  /** The last bytes of a chunked body. */
  #tail = '';
  #isClosing = false;
  #onResponse;

  /**
   * @param {number} port on 127.0.0.1
   * @param {(connection: Connection, status: number) => void} onResponse called when a response is complete
   * @param {(error: Error) => void} onFailure called when the connection breaks or a response takes too long
   */
  constructor(port, onResponse, onFailure) {
    this.#onResponse = onResponse;
    const buffer = Buffer.allocUnsafe(65_536);
    const onread = { buffer, callback: (length) => this.#read(buffer, length) };
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true, onread });
    this.ready = new Promise((resolve) => this.#socket.once('connect', resolve));
    const fail = (what) => this.#isClosing || onFailure(new Error(`The server on port ${port} ${what}.`));
    this.#socket.once('error', ({ message }) => fail(`could not be reached: ${message}`));
    this.#socket.once('close', () => fail('closed a connection early'));
    this.#socket.setTimeout(SECONDS_WITHOUT_RESPONSE * 1000, () => {
      fail(`gave no response for ${SECONDS_WITHOUT_RESPONSE} seconds`);
      this.close();
    });
  }

  /** @param {Buffer} request as it stands on the wire */
  send(request) {
    this.#socket.write(request);
  }

  close() {
    this.#isClosing = true;
    this.#socket.destroy();
  }

  #read(buffer, length) {
    if (Number.isNaN(this.#missing)) this.#readHead(buffer, length);
    else if (this.#missing === Infinity) this.#readChunks(buffer.latin1Slice(0, length));
    else this.#readBody(length);
    return true;
  }

  #readHead(buffer, length) {
    const before = this.#head.length;
    // A body can be long, so no more of it is made a text than may hold the head.
    const text = this.#head + buffer.latin1Slice(0, Math.min(length, 4096));
    const end = text.indexOf('\r\n\r\n');
    if (end < 0) {
      this.#head = text;
      return;
    }
    this.#head = '';
    this.#status = Number(text.slice(9, 12));
    const bodyHere = before + length - (end + 4);
    const declared = /\r\ncontent-length: *(\d+)/i.exec(text);
    this.#missing = declared && declared.index < end ? Number(declared[1]) : Infinity;
    if (this.#missing === Infinity) this.#readChunks(buffer.latin1Slice(length - bodyHere, length));
    else this.#readBody(bodyHere);
  }

  #readBody(length) {
    this.#missing -= length;
    if (this.#missing <= 0) this.#end();
  }

  #readChunks(text) {
    this.#tail = (this.#tail + text).slice(-7);
    if (this.#tail.endsWith('0\r\n\r\n')) this.#end();
  }

  #end() {
    this.#missing = NaN;
    this.#tail = '';
    this.#onResponse(this, this.#status);
  }
}
