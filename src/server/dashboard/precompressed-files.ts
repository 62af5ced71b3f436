import { basename, extname } from 'node:path';
import express from 'express';
import type { RequestHandler } from 'express';

/** The codings of the copies that the build puts beside each file, smallest first, and the suffixes of their names. */
const copies = [
  { coding: 'br', suffix: '.br' },
  { coding: 'gzip', suffix: '.gz' },
] as const;

/**
 * Serves a folder of files whose names change with their content, so that browsers may keep them for a year. A client that
 * accepts a compressed copy gets the one that the build made; nothing is compressed here.
 */
export function precompressedFiles(folder: string): RequestHandler {
  const serve = express.static(folder, {
    ...{ index: false, redirect: false, acceptRanges: false },
    ...{ immutable: true, maxAge: '1y', etag: false, lastModified: false },
    setHeaders: (response, path) => {
      const copy = copies.find(({ suffix }) => path.endsWith(suffix));
      const original = copy ? path.slice(0, -copy.suffix.length) : path;
      if (copy) response.set('Content-Encoding', copy.coding);
      // The digest in the name identifies the version, the suffix the coding.
      response.type(extname(original)).set('ETag', `"${basename(path)}"`);
    },
  });
  return (request, response, next) => {
    const copy = copies.find(({ coding }) => request.acceptsEncodings(coding) !== false);
    response.vary('Accept-Encoding');
    if (!copy) {
      serve(request, response, next);
      return;
    }
    const { url } = request;
    request.url = url.replace(/(?=\?|$)/, copy.suffix);
    serve(request, response, (error?: unknown) => {
      request.url = url;
      if (error === undefined) serve(request, response, next);
      else next(error);
    });
  };
}
