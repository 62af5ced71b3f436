const MiB = 1024 * 1024;

/**
 * Limits on the data that is taken from a target. The specification states no such limits, so what exceeds one is not judged, and
 * no failure. Headers are the exception: no usual client takes more.
 */
export const limits = {
  /** Of a body, before and after decompression. */
  bodyBytes: 2 * MiB,
  /** Of all bodies that are being read at the same time. */
  bytesUnderWay: 16 * MiB,
  /** Of a response's headers, and again of its trailers; Node stops at 2,000 of either, and at 16 KiB of chunk extensions. */
  headerBytes: 64 * 1024,
  /** Content codings that are undone. */
  codings: 2,
  /** Interim responses (1xx) before the response proper. */
  interimResponses: 20,
  /** Values in a JSON text: objects, arrays, strings, numbers and literals. */
  jsonValues: 100_000,
  /** Levels of a JSON text. No real response nests deeper, and code that walks a deeper one would overflow its stack. */
  jsonDepth: 500,
} as const;
