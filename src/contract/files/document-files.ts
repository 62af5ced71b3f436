import { getOrMake } from '../get-or-make.js';
import { realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { valueAt } from '../json-pointer.js';
import { DocumentError } from '../document/document-error.js';
import type { Yaml } from '../document/yaml-offset.js';
import { systemFailure } from '../system-failure.js';
import { parseSource, SourceError, type ParsedSource } from './parse-source.js';
import { pathBelow, shownPath } from './paths.js';
import { readBoundedFile } from './read-bounded-file.js';

const mebibyte = 1024 * 1024;
/** A file of a document, and all of them together. */
export const maxFileBytes = 20 * mebibyte;
export const maxAllBytes = 40 * mebibyte;

/** Reads a file that is no part of a document. @param what names it in errors @param Failure of a sentence with the line */
export function readSource(
  yaml: Yaml,
  file: string,
  what: string,
  Failure: new (sentence: string, options: ErrorOptions) => Error,
): ParsedSource {
  try {
    return parseSource(yaml, readBoundedFile(file, { maxBytes: maxFileBytes, pipes: true }));
  } catch (cause) {
    const isRead = cause instanceof SourceError;
    const failed = `Failed to read ${what} ${file}: ${systemFailure(cause, 'file')}.`;
    throw new Failure(isRead ? `${file}:${cause.line}: ${cause.message}.` : failed, { cause });
  }
}

export interface DocumentFile extends ParsedSource {
  /** The path as a person would type it. */
  readonly shown: string;
  /** Absolute; references in the file start here. */
  readonly path: string;
}

/** A reference that leads nowhere; the message is half a sentence. */
export class LostReference extends Error {
  override readonly name = 'LostReference';

  constructor(reference: string, why: string, options?: ErrorOptions) {
    super(`the $ref ${JSON.stringify(reference)} ${why}`, options);
  }
}

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
  /** Files that are read as they are, such as Markdown. */
  private readonly texts = new Map<string, string>();
  private bytesLeft = maxAllBytes;
  private readonly root: string;
  private readonly fetched: string | undefined;

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
    this.fetched = text;
  }

  /** The paths of the files that were read, the document's first. */
  get paths(): string[] {
    return [...this.files.keys(), ...this.texts.keys()];
  }

  /** @throws DocumentError */
  main(): DocumentFile {
    if (this.fetched !== undefined) return this.keep(this.fetched, this.document, this.document);
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
   * @throws LostReference when it leads nowhere
   * @throws DocumentError with the line of a reference to what may not be read, and for a file that can't be parsed
   */
  follow(reference: string, from: DocumentFile, pointer: string): ReferenceTarget {
    const { path, fragment } = this.locate(reference, from, pointer);
    const file = this.reading(reference, () => this.read(path, shownPath(path)));
    return { file, pointer: fragment };
  }

  /** The text that a reference leads to: a value of a document, or a whole file of another kind. @throws as `follow` does */
  text(reference: string, from: DocumentFile, pointer: string): string {
    const found = reference.startsWith('#')
      ? this.reading(reference, () => valueAt(from.value, reference))
      : this.textOfFile(reference, from, pointer);
    if (typeof found !== 'string') throw new LostReference(reference, 'leads to no text');
    return found;
  }

  private textOfFile(reference: string, from: DocumentFile, pointer: string): unknown {
    const { path, fragment } = this.locate(reference, from, pointer);
    if (fragment !== '' || /\.(json|ya?ml)$/i.test(path)) {
      const target = this.follow(reference, from, pointer);
      return valueAt(target.file.value, target.pointer);
    }
    return getOrMake(this.texts, path, () => this.reading(reference, () => this.readText(path)));
  }

  private reading<T>(reference: string, read: () => T): T {
    try {
      return read();
    } catch (cause) {
      if (cause instanceof DocumentError) throw cause;
      throw new LostReference(reference, `can't be followed: ${systemFailure(cause, 'file')}`, { cause });
    }
  }

  private locate(reference: string, from: DocumentFile, pointer: string): { path: string; fragment: string } {
    if (this.fetched !== undefined)
      throw new LostReference(
        reference,
        'is not followed, because a document from the network may refer only to itself',
      );
    const base = pathToFileURL(from.path);
    if (!URL.canParse(reference, base.href)) throw new LostReference(reference, 'is no address');
    const url = new URL(reference, base);
    if (url.protocol !== 'file:')
      throw new LostReference(reference, 'is not followed, because a document may refer only to files');
    const { path, fragment } = placeOf(url, reference);
    if (path !== resolve(this.document) && !this.reaches(path))
      throw new DocumentError(
        `${from.shown}:${from.linesOf([pointer])[0]}: the $ref ${JSON.stringify(reference)} leads out of ${this.root}; --spec-root names the folder whose files a document may use.`,
      );
    return { path, fragment };
  }

  /** Links are followed before the comparison; what doesn't exist is compared as it is written. */
  private reaches(path: string): boolean {
    const root = realPath(this.root) ?? this.root;
    if (pathBelow(this.root, path) === undefined && pathBelow(root, path) === undefined) return false;
    const real = realPath(path);
    return real === undefined || pathBelow(root, real) !== undefined;
  }

  private read(path: string, shown: string): DocumentFile {
    return this.files.get(path) ?? this.keep(this.readText(path), path, shown);
  }

  private readText(path: string): string {
    const text = readBoundedFile(path, { maxBytes: maxFileBytes, pipes: this.files.size === 0 });
    this.bytesLeft -= Buffer.byteLength(text);
    if (this.bytesLeft < 0)
      throw new DocumentError(
        `${this.document}: all files of the document together are larger than ${maxAllBytes / mebibyte} MiB.`,
      );
    return text;
  }

  private keep(text: string, path: string, shown: string): DocumentFile {
    try {
      const file = { ...parseSource(this.yaml, text), shown, path };
      this.files.set(path, file);
      return file;
    } catch (cause) {
      if (!(cause instanceof SourceError)) throw cause;
      throw new DocumentError(`${shown}:${cause.line}: ${cause.message}.`, { cause });
    }
  }
}

/** @throws LostReference */
function placeOf(url: URL, reference: string): { path: string; fragment: string } {
  try {
    const fragment = decodeURIComponent(url.hash.slice(1));
    url.hash = url.search = '';
    return { path: fileURLToPath(url), fragment };
  } catch (cause) {
    throw new LostReference(reference, 'is no path of a file', { cause });
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
