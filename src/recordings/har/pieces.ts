import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, parse } from 'node:path';

/** A HAR in pieces: the one that is being written has the file's own name, the others have the time of their end in theirs. */
export interface Rotation {
  /** The largest size of a piece; an exchange that is larger by itself has one of its own. */
  readonly bytes?: number | undefined;
  /** Milliseconds after which the next exchange begins another piece. */
  readonly ms?: number | undefined;
  /** Number of pieces to keep, including the one that is being written. */
  readonly keep: number;
}

/** `traffic.har` → `traffic-2026-01-31T13-00-00.000Z.har`. @param time milliseconds since 1970 */
export function datedFile(file: string, time: number): string {
  const { dir, name, ext } = parse(file);
  return join(dir, `${name}-${new Date(time).toISOString().replaceAll(':', '-')}${ext}`);
}

const dated = /^-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/;

/**
 * Makes a file that is no longer written a piece, and removes the oldest of its pieces, those of earlier runs included.
 *
 * @param time of its end
 * @throws the system's error
 */
export function keepPiece(file: string, time: number, { keep }: Rotation): void {
  let ended = time;
  while (existsSync(datedFile(file, ended))) ended += 1;
  if (existsSync(file)) renameSync(file, datedFile(file, ended));
  const { dir, name, ext } = parse(file);
  const pieces = readdirSync(dir || '.')
    .filter((one) => one.startsWith(name) && one.endsWith(ext))
    .filter((one) => dated.test(one.slice(name.length, ext === '' ? undefined : -ext.length)))
    .sort();
  for (const old of pieces.slice(0, Math.max(0, pieces.length - (keep - 1)))) rmSync(join(dir, old));
}
