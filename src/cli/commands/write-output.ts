import { writeFileSync } from 'node:fs';
import { systemFailure } from '../../contract/system-failure.js';
import type { Terminal } from '../command.js';
import { UsageError } from '../flags.js';

/**
 * Writes what a command has made to the file of `--output`, or to standard output without one.
 *
 * @param done what is said once the file is there
 * @returns the exit code
 * @throws UsageError when the file can't be written
 */
export function writeOutput(
  text: string,
  output: string | undefined,
  done: string,
  terminal: Terminal,
): number {
  if (output === undefined) {
    terminal.write(text);
    return 0;
  }
  // A signal that comes now waits until the file is whole.
  void terminal.stopped;
  try {
    writeFileSync(output, text);
  } catch (cause) {
    throw new UsageError(`--output can't be written to ${output}: ${systemFailure(cause)}.`, { cause });
  }
  terminal.out(done);
  return 0;
}
