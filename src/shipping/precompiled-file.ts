import { pathToFileURL } from 'node:url';
import { packageFile } from '../contract/package-root.js';

/**
 * A file that the build writes, of what it has read, checked and compiled. It is the same file for the sources and for the
 * built code, so that tests of the sources start a mock as fast as the command does.
 */
export function precompiledFile(name: string): URL {
  return pathToFileURL(packageFile('dist', 'src', 'shipping', 'precompiled', name));
}
