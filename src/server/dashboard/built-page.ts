import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';

/** The page as the build left it. */
export interface BuiltPage {
  readonly index: BuiltFile;
  /** By file name; each name holds a digest of its content, so a name never means anything else. */
  readonly assets: ReadonlyMap<string, BuiltFile>;
}

export interface BuiltFile {
  readonly bytes: Buffer;
  /** The media type. */
  readonly type: string;
  /** A digest of the bytes. */
  readonly version: string;
}

/** Where the build puts the page, as seen from dist/src/server/dashboard and from src/server/dashboard. */
const places = ['../../../dashboard/', '../../../dist/dashboard/'].map(
  (path) => new URL(path, import.meta.url),
);

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Reads the whole page, some 150 KB; undefined where it was not built. Files of unknown kinds are left out. */
export async function readBuiltPage(folder?: URL): Promise<BuiltPage | undefined> {
  for (const place of folder === undefined ? places : [folder]) {
    const index = await readIfThere(new URL('index.html', place));
    if (index === undefined) continue;
    const assets = new Map<string, BuiltFile>();
    for (const name of await readdir(new URL('assets/', place))) {
      const type = types[extname(name)];
      if (type === undefined) continue;
      assets.set(name, builtFile(await readFile(new URL(`assets/${encodeURIComponent(name)}`, place)), type));
    }
    return { index: builtFile(index, 'text/html; charset=utf-8'), assets };
  }
  return undefined;
}

function builtFile(bytes: Buffer, type: string): BuiltFile {
  return { bytes, type, version: createHash('sha256').update(bytes).digest('hex').slice(0, 16) };
}

async function readIfThere(url: URL): Promise<Buffer | undefined> {
  return readFile(url).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  });
}
