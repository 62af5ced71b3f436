import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';

/**
 * Undoes a Content-Encoding within a size limit, so that a decompression bomb stays small.
 *
 * @param encoding the header's value; several codings are undone from the last to the first
 */
export function decodeBody(
  raw: Buffer,
  encoding: string | undefined,
  maxBytes: number,
): { body: Buffer; problems: string[] } {
  const codings = (encoding ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  let body = raw;
  if (raw.length === 0) return { body, problems: [] };
  for (const coding of codings.reverse()) {
    const decoded = decodeOne(body, coding, maxBytes);
    if (typeof decoded === 'string') return { body, problems: [decoded] };
    body = decoded;
  }
  return { body, problems: [] };
}

function decodeOne(body: Buffer, coding: string, maxOutputLength: number): Buffer | string {
  const options = { maxOutputLength };
  try {
    if (coding === 'gzip' || coding === 'x-gzip') return gunzipSync(body, options);
    if (coding === 'br') return brotliDecompressSync(body, options);
    if (coding === 'deflate')
      return (body[0] ?? 0) % 16 === 8 ? inflateSync(body, options) : inflateRawSync(body, options);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      return `the body decompresses to more than ${maxOutputLength / 1024 / 1024} MiB; it was not read`;
    return `Content-Encoding says ${coding}, but the body is not ${coding}: ${(error as Error).message}`;
  }
  return `Content-Encoding ${JSON.stringify(coding.slice(0, 40))} was not asked for`;
}
