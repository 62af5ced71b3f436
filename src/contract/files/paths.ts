import { isAbsolute, relative, sep } from 'node:path';

/** The path of a file or folder from a folder above it; undefined if it is not below that folder. */
export function pathBelow(folder: string, path: string): string | undefined {
  const way = relative(folder, path);
  const isOutside = way === '' || way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
  return isOutside ? undefined : way;
}

/** A path as the reader would name it: from the working folder if it is below. */
export function shownPath(path: string): string {
  return pathBelow('', path) ?? path;
}
