import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { limits } from './limits.js';

/** A body without its Content-Encoding. */
export interface DecodedBody {
  readonly body: Buffer;
  /** The way in which the body breaks its Content-Encoding, a phrase. */
  readonly problem?: string;
  /** Which limit of the suite it exceeds, a phrase. */
  readonly notRead?: string;
}

/** Undoes Content-Encodings outside of the thread, one body at a time, because a decompressor may take 16 MiB itself. */
export class BodyDecoder {
  private last: Promise<unknown> = Promise.resolve();

  /** @param encoding the header's value; several codings are undone from the last to the first */
  decode(raw: Buffer, encoding: string | undefined): Promise<DecodedBody> {
    const codings = (encoding ?? '')
      .split(',')
      .map((coding) => coding.trim().toLowerCase())
      .filter((coding) => coding !== '' && coding !== 'identity');
    if (raw.length === 0 || codings.length === 0) return Promise.resolve({ body: raw });
    if (codings.length > limits.codings)
      return Promise.resolve(notRead(`in more than ${limits.codings} codings`));
    const decoded = this.last.then(() => undo(raw, codings.reverse()));
    this.last = decoded;
    return decoded;
  }
}

async function undo(raw: Buffer, codings: readonly string[]): Promise<DecodedBody> {
  let body = raw;
  for (const coding of codings) {
    const decompress = decompressorOf(coding, body);
    if (decompress === undefined)
      return { body, problem: `Content-Encoding ${JSON.stringify(coding.slice(0, 40))} was not asked for` };
    try {
      body = await decompress(body, { maxOutputLength: limits.bodyBytes });
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'ERR_BUFFER_TOO_LARGE')
        return notRead(`larger than ${limits.bodyBytes / 1024 / 1024} MiB when it is decompressed`);
      return { body, problem: `Content-Encoding says ${coding}, but the body is not ${coding}: ${message}` };
    }
  }
  return { body };
}

type Decompress = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const decompressors: Readonly<Record<string, Decompress>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  deflate: promisify(inflate),
};
const rawDeflate = promisify(inflateRaw) as Decompress;

/** Some servers send deflate without the zlib header that it should have. */
function decompressorOf(coding: string, body: Buffer): Decompress | undefined {
  if (coding === 'deflate' && (body[0] ?? 0) % 16 !== 8) return rawDeflate;
  return Object.hasOwn(decompressors, coding) ? decompressors[coding] : undefined;
}

function notRead(reason: string): DecodedBody {
  return { body: Buffer.alloc(0), notRead: `the body is ${reason}` };
}
