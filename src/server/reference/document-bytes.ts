import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** A coding of HTTP that a document is sent in. */
export type Coding = 'br' | 'gzip';

const compress: Readonly<Record<Coding, (bytes: Buffer) => Promise<Buffer>>> = {
  // The best quality takes seconds for a document of many megabytes.
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes) => promisify(gzip)(bytes),
};

/** Documents as bytes, compressed once for as long as they are served. */
export class DocumentBytes {
  private readonly kept = new WeakMap<object, Map<Coding | 'identity', Promise<Buffer>>>();

  of(document: unknown, coding: Coding | undefined): Promise<Buffer> {
    const make = async (): Promise<Buffer> => {
      const bytes = Buffer.from(JSON.stringify(document));
      return coding === undefined ? bytes : compress[coding](bytes);
    };
    if (typeof document !== 'object' || document === null) return make();
    const forms = this.kept.get(document) ?? new Map<Coding | 'identity', Promise<Buffer>>();
    this.kept.set(document, forms);
    const name = coding ?? 'identity';
    const made = forms.get(name) ?? make();
    forms.set(name, made);
    return made;
  }
}
