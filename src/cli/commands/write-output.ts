import { writeFileSync } from 'node:fs';
import { systemFailure } from '../../contract/system-failure.js';
import type { Terminal } from '../command.js';

/**
 * Writes what a command has made to the file of `--output`, or to standard output without one.
 *
 * @param done what is said once the file is there
 * @returns the exit code: 1 when the file can't be written
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
    terminal.err(`Failed to write ${output}: ${systemFailure(cause)}.`);
    return 1;
  }
  terminal.out(done);
  return 0;
}
