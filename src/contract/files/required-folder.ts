import { statSync } from 'node:fs';
import { OptionError } from '../option-error.js';
import { systemFailure } from '../system-failure.js';

/**
 * Checks that the folder of an option can be read.
 *
 * @param flag the option's flag, such as `--tariffs`
 * @throws OptionError where it is none
 */
export function requireFolder(folder: string, flag: string): void {
  let isFolder: boolean;
  try {
    isFolder = statSync(folder).isDirectory();
  } catch (cause) {
    throw new OptionError(`${flag} ${folder} can't be read: ${systemFailure(cause, 'folder')}.`, { cause });
  }
  if (!isFolder) throw new OptionError(`${flag} ${folder} can't be read: it is not a folder.`);
}
