import { closeSync, constants, fstatSync, openSync, readSync, statSync, type Stats } from 'node:fs';

const mebibyte = 1024 * 1024;
const chunk = 64 * 1024;
/** Windows has no such flag. */
const nonBlocking = (constants.O_NONBLOCK as number | undefined) ?? 0;

/** Limits of what may be read. */
export interface FileLimits {
  /** A larger file is refused before it is read. */
  readonly maxBytes: number;
  /** True if a pipe will do, as in `--key-file <(pass show key)`. Default false. */
  readonly pipes?: boolean;
}

/**
 * The text of a file, UTF-8. Devices, sockets and folders are refused: reading them may never end.
 *
 * @throws Node's error, or one whose message is half a sentence; `systemFailure` understands both
 */
export function readBoundedFile(file: string, { maxBytes, pipes = false }: FileLimits): string {
  const isPipe = statSync(file).isFIFO();
  if (!(isPipe && pipes)) requireRegular(statSync(file));
  // A pipe that takes the file's place after this must not keep the process waiting for its writer.
  const descriptor = openSync(file, constants.O_RDONLY | (isPipe ? 0 : nonBlocking));
  try {
    const stats = fstatSync(descriptor);
    if (!isPipe) requireRegular(stats);
    if (stats.size > maxBytes) throw tooLarge(maxBytes);
    return readAll(descriptor, maxBytes);
  } finally {
    closeSync(descriptor);
  }
}

/** Reads to the end: files that the system makes up, such as those in /proc, report a size of 0. */
function readAll(descriptor: number, maxBytes: number): string {
  const chunks: Buffer[] = [];
  let size = 0;
  for (;;) {
    const buffer = Buffer.allocUnsafe(Math.max(chunk, Math.min(fstatSync(descriptor).size, maxBytes)));
    const length = readSync(descriptor, buffer);
    if (length === 0) return Buffer.concat(chunks).toString('utf8');
    size += length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(buffer.subarray(0, length));
  }
}

function tooLarge(maxBytes: number): Error {
  return new Error(`it is larger than ${maxBytes / mebibyte} MiB, the most that is read`);
}

function requireRegular(stats: Stats): void {
  if (stats.isFile()) return;
  throw new Error(`it is ${kindOf(stats)}`);
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a pipe';
  if (stats.isSocket()) return 'a socket';
  return 'a device';
}
