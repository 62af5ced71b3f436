import { closeSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { systemFailure } from '../../contract/system-failure.js';
import { UsageError } from '../flags.js';

/** The file of a report. */
export interface Output {
  add(text: string): void;
  /** Writes what was added. @throws UsageError */
  save(): void;
  /** Leaves the file as it was found. */
  discard(): void;
}

/**
 * Tries whether a file can be written, before anything is sent. What it contains stays until `save`.
 *
 * @param flag the flag that names the file, for errors
 * @throws UsageError, one sentence
 */
export function openOutput(flag: string, file: string): Output {
  const pieces: string[] = [];
  const attempt = <T>(action: () => T): T => {
    try {
      return action();
    } catch (cause) {
      throw new UsageError(`${flag} can't be written to ${file}: ${systemFailure(cause)}.`, { cause });
    }
  };
  const found = attempt(() => statSync(file, { throwIfNoEntry: false }));
  // To open a pipe and close it again would end it for its reader.
  if (found === undefined || found.isFile() || found.isDirectory())
    attempt(() => closeSync(openSync(file, 'a')));
  return {
    add: (text) => pieces.push(text),
    save: () => attempt(() => writeFileSync(file, pieces.join(''))),
    discard: () => {
      if (found === undefined) rmSync(file, { force: true });
    },
  };
}
