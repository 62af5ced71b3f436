import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { DocumentError } from '../document/document-error.js';
import type { Yaml } from '../document/yaml-offset.js';
import { systemFailure } from '../system-failure.js';
import { parseSource, SourceError, type ParsedSource } from './parse-source.js';
import { readBoundedFile } from './read-bounded-file.js';

const mebibyte = 1024 * 1024;
/** A file of a document, and all of them together. */
export const maxFileBytes = 20 * mebibyte;
export const maxAllBytes = 40 * mebibyte;

/** One file of a document. */
export interface DocumentFile extends ParsedSource {
  /** The path as a person would type it. */
  readonly shown: string;
  readonly lineOf: (pointer: string) => number;
  /** Absolute; references in the file start here. */
  readonly path: string;
}

/** The target of a reference. */
export interface ReferenceTarget {
  readonly file: DocumentFile;
  /** JSON pointer into the file. */
  readonly pointer: string;
}

/**
 * The files of one document. What it refers to comes from whoever wrote the document: it reaches regular files in one folder
 * and nothing else, whatever links lead there.
 */
export class DocumentFiles {
  private readonly files = new Map<string, DocumentFile>();
  private bytesLeft = maxAllBytes;
  private readonly root: string;
  private readonly text: string | undefined;

  /**
   * @param document path of the document, or its address
   * @param root the folder that references reach; default: the document's
   * @param text of a document from the network; it reaches no file
   */
  constructor(
    private readonly yaml: Yaml,
    readonly document: string,
    { root, text }: { readonly root: string | undefined; readonly text: string | undefined },
  ) {
    this.root = resolve(root ?? dirname(document));
    this.text = text;
  }

  /** The paths of the files that were read, the document's first. */
  get paths(): string[] {
    return [...this.files.keys()];
  }

  /** @throws DocumentError */
  main(): DocumentFile {
    if (this.text !== undefined) {
      return this.keep(this.text, this.document, this.document);
    }
    const path = resolve(this.document);
    try {
      return this.read(path, this.document);
    } catch (cause) {
      if (cause instanceof DocumentError) throw cause;
      throw new DocumentError(
        `Failed to read the document ${this.document}: ${systemFailure(cause, 'file')}.`,
        { cause },
      );
    }
  }

  /**
   * Follows a reference.
   *
   * @param pointer where it stands in the file
   * @throws DocumentError with the line of the reference
   */
  follow(reference: string, from: DocumentFile, pointer: string): ReferenceTarget {
    const refuse = (why: string, cause?: unknown): DocumentError =>
      new DocumentError(
        `${from.shown}:${from.lineOf(pointer)}: the $ref ${JSON.stringify(reference)} ${why}.`,
        { cause },
      );
    const { path, fragment } = this.locate(reference, from, refuse);
    try {
      return { file: this.read(path, shownPath(path)), pointer: fragment };
    } catch (cause) {
      if (cause instanceof DocumentError) throw cause;
      throw refuse(`can't be followed: ${systemFailure(cause, 'file')}`, cause);
    }
  }

  private locate(
    reference: string,
    from: DocumentFile,
    refuse: (why: string, cause?: unknown) => DocumentError,
  ): { path: string; fragment: string } {
    if (this.text !== undefined)
      throw refuse('is not followed: a document from the network may refer only to itself');
    const base = pathToFileURL(from.path);
    if (!URL.canParse(reference, base.href)) throw refuse('is no address');
    const url = new URL(reference, base);
    if (url.protocol !== 'file:') throw refuse('is not followed: a document may refer only to files');
    try {
      const fragment = decodeURIComponent(url.hash.slice(1));
      url.hash = url.search = '';
      const path = fileURLToPath(url);
      const outside = `leads out of ${this.root}; --spec-root names the folder whose files a document may use`;
      if (path !== resolve(this.document) && !this.reaches(path)) throw refuse(outside);
      return { path, fragment };
    } catch (cause) {
      if (cause instanceof DocumentError) throw cause;
      throw refuse('is no path of a file', cause);
    }
  }

  /** Links are followed before the comparison; what doesn't exist is compared as it is written. */
  private reaches(path: string): boolean {
    const root = realPath(this.root) ?? this.root;
    if (!isInside(this.root, path) && !isInside(root, path)) return false;
    const real = realPath(path);
    return real === undefined || isInside(root, real);
  }

  private read(path: string, shown: string): DocumentFile {
    const known = this.files.get(path);
    if (known) return known;
    const text = readBoundedFile(path, { maxBytes: maxFileBytes, pipes: this.files.size === 0 });
    this.bytesLeft -= Buffer.byteLength(text);
    if (this.bytesLeft < 0)
      throw new Error(`all files of the document together are larger than ${maxAllBytes / mebibyte} MiB`);
    return this.keep(text, path, shown);
  }

  private keep(text: string, path: string, shown: string): DocumentFile {
    const parsed = this.parse(text, shown);
    const lineOf = (pointer: string): number => parsed.linesOf([pointer])[0] ?? 1;
    const file: DocumentFile = { ...parsed, lineOf, shown, path };
    this.files.set(path, file);
    return file;
  }

  private parse(text: string, shown: string): ParsedSource {
    try {
      return parseSource(this.yaml, text);
    } catch (cause) {
      if (!(cause instanceof SourceError)) throw cause;
      throw new DocumentError(`${shown}:${cause.line}: ${cause.message}.`, { cause });
    }
  }
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function shownPath(path: string): string {
  const short = relative('', path);
  return short === '' || short.startsWith('..') ? path : short;
}
