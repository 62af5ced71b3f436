import { basename, extname } from 'node:path';
import { acceptsAnything, DocumentError } from '../document/document-error.js';
import { walkDocument, type DocumentNode, type NodeKind } from '../document/walk-document.js';
import { fromPointer, toPointer, valueAt } from '../json-pointer.js';
import {
  LostReference,
  type DocumentFile,
  type DocumentFiles,
  type ReferenceTarget,
} from './document-files.js';

export { DocumentFiles } from './document-files.js';

/** Values of all files that a document is put together of, and parts in one another that are no schemas. */
const maxValues = 3_000_000;
const maxDepth = 50;

/** A part of the bundle that came from a file. */
interface Part {
  readonly value: object;
  readonly kind: NodeKind;
  readonly file: DocumentFile;
  /** Its places in the file and in the bundle. */
  readonly inFile: readonly string[];
  readonly inBundle: readonly string[];
}

type Node = Record<string, unknown>;

/**
 * One document of several files: what a reference to another file leads to is copied into it. A schema gets a place in
 * `components.schemas`, so that it keeps a name and may contain itself; anything else is put where the reference stands. A
 * `$ref` in data (an example, a default, a constant) is data and stays as it is. A `$ref` where a text belongs becomes that text,
 * and one that leads nowhere is removed.
 *
 * @throws DocumentError with the line of a reference to what the document may not read
 */
export function bundleFiles(
  main: DocumentFile,
  files: DocumentFiles,
): { readonly document: unknown; readonly lost: readonly LostInFile[] } {
  if (!needsBundle(main.value)) return { document: main.value, lost: [] };
  return new Bundle(main, files);
}

/** A reference to nothing, and where it stands in which file. */
interface LostInFile {
  readonly file: DocumentFile;
  readonly pointer: string;
  readonly text: string;
}

/** A sentence with its line for each of them; each file is searched once. */
export function linesOfLost(lost: readonly LostInFile[]): string[] {
  return [...new Set(lost.map(({ file }) => file))].flatMap((file) => {
    const ofFile = lost.filter((one) => one.file === file);
    const lines = file.linesOf(ofFile.map(({ pointer }) => pointer));
    return ofFile.map(({ text }, index) => `${file.shown}:${lines[index]}: ${text}`);
  });
}

function needsBundle(document: unknown): boolean {
  let found = false;
  walkDocument(document, (node) => {
    const { value, kind } = node;
    if (kind === 'data') return false;
    found ||= typeof value.$ref === 'string' && !value.$ref.startsWith('#');
    found ||= textReferences(node).length > 0;
    return !found;
  });
  return found;
}

/** The fields of an object that hold a `$ref` where a text belongs, with the references. */
function textReferences({ value, kind }: DocumentNode): [string, string][] {
  if (kind !== 'object' && kind !== 'schema') return [];
  return textFields.flatMap((field): [string, string][] => {
    const { $ref } = Object(value[field]) as { $ref?: unknown };
    return typeof $ref === 'string' ? [[field, $ref]] : [];
  });
}

const textFields = ['description', 'summary', 'title'];

class Bundle {
  readonly document: Node;
  readonly lost: LostInFile[] = [];
  /** Places in the bundle of the parts of files, by file, pointer and kind. */
  private readonly placed = new Map<string, readonly string[]>();
  private readonly waiting: Part[] = [];
  private readonly schemas = new Map<string, unknown>();
  /** The number that each name has next. */
  private readonly names = new Map<string, number>();
  private values = 0;

  constructor(
    private readonly main: DocumentFile,
    private readonly files: DocumentFiles,
  ) {
    this.document = this.copy(main.value) as Node;
    this.waiting.push({ value: this.document, kind: 'object', file: main, inFile: [], inBundle: [] });
    for (let part = this.waiting.shift(); part; part = this.waiting.shift()) this.followIn(part, 0);
    if (this.schemas.size === 0) return;
    const schemas = { ...Object(this.components.schemas), ...Object.fromEntries(this.schemas) } as Node;
    this.document.components = { ...this.components, schemas };
  }

  private get components(): Node {
    return Object(this.document.components) as Node;
  }

  /** Follows every reference of a part. */
  private followIn(part: Part, depth: number): void {
    walkDocument(
      part.value,
      (visited) => {
        const { value, path, kind } = visited;
        if (kind === 'data') return false;
        for (const [field, reference] of textReferences(visited))
          this.putText(part, [...part.inFile, ...path, field], value, reference);
        if (typeof value.$ref !== 'string') return true;
        if (part.file === this.main && value.$ref.startsWith('#')) return true;
        const node = value as Node;
        const at = { ...part, value: node, kind, inBundle: [...part.inBundle, ...path] };
        return this.tryReplace({ ...at, inFile: [...part.inFile, ...path] }, value.$ref, depth);
      },
      part.kind,
    );
  }

  /** A text whose reference leads nowhere is empty. */
  private putText({ file }: Part, inFile: readonly string[], node: Node, reference: string): void {
    const text = (): string => this.files.text(reference, file, toPointer(inFile));
    node[inFile.at(-1) ?? ''] = this.orLost({ file, inFile }, 'the text is left out', text) ?? '';
  }

  /** Replaces a reference, or removes it where it leads nowhere. @returns whether what stands beside it is still to be walked */
  private tryReplace(at: Part, reference: string, depth: number): boolean {
    const isWalked = this.orLost(at, acceptsAnything, () => this.replace(at, reference, depth));
    if (isWalked === undefined) Reflect.deleteProperty(at.value, '$ref');
    return isWalked ?? true;
  }

  /** What a reference leads to; undefined for one that leads nowhere, which is noted with what becomes of its place. */
  private orLost<T>(at: Pick<Part, 'file' | 'inFile'>, outcome: string, follow: () => T): T | undefined {
    try {
      return follow();
    } catch (cause) {
      if (!(cause instanceof LostReference)) throw cause;
      this.lost.push({ file: at.file, pointer: toPointer(at.inFile), text: `${cause.message}: ${outcome}` });
      return undefined;
    }
  }

  private replace(at: Part, reference: string, depth: number): boolean {
    const node = at.value as Node;
    const target = this.files.follow(reference, at.file, toPointer(at.inFile));
    if (target.file === this.main) {
      node.$ref = `#${target.pointer}`;
      return true;
    }
    if (target.pointer !== '' && !target.pointer.startsWith('/'))
      throw new LostReference(
        reference,
        'names an anchor, and only a pointer such as #/name leads into another file',
      );
    const key = `${at.kind} ${target.file.path}#${target.pointer}`;
    const known = this.placed.get(key);
    if (known) {
      node.$ref = `#${toPointer(known)}`;
      return true;
    }
    const found = valueAt(target.file.value, target.pointer);
    if (found === undefined) throw new LostReference(reference, 'leads nowhere');
    const value = this.copy(found);
    if (at.kind !== 'schema') {
      this.placed.set(key, at.inBundle);
      this.putInPlace(at, reference, target, value, depth);
      return false;
    }
    const inBundle = ['components', 'schemas', this.nameFor(target)];
    this.placed.set(key, inBundle);
    this.schemas.set(inBundle[2] ?? '', value);
    const inFile = fromPointer(target.pointer);
    this.waiting.push({
      value: Object(value) as object,
      kind: 'schema',
      file: target.file,
      inFile,
      inBundle,
    });
    node.$ref = `#${toPointer(inBundle)}`;
    return true;
  }

  /** The last name of the reference, with a number where it is taken. */
  private nameFor({ file, pointer }: ReferenceTarget): string {
    const last = fromPointer(pointer).at(-1) ?? basename(file.path, extname(file.path));
    const name = last.replace(/[^A-Za-z0-9._-]/g, '_');
    const isTaken = (one: string): boolean =>
      this.schemas.has(one) || Object.hasOwn(Object(this.components.schemas) as object, one);
    for (let number = this.names.get(name) ?? 1; ; number += 1) {
      const candidate = number === 1 ? name : `${name}-${number}`;
      this.names.set(name, number + 1);
      if (!isTaken(candidate)) return candidate;
    }
  }

  /** Puts a value in the place of a reference; siblings of the reference win (OpenAPI 3.1, Reference Object: summary and description). */
  private putInPlace(
    at: Part,
    reference: string,
    { file, pointer }: ReferenceTarget,
    value: unknown,
    depth: number,
  ): void {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new LostReference(reference, 'leads to no object');
    if (depth >= maxDepth) throw new LostReference(reference, `is the ${maxDepth}th in a row`);
    const node = at.value as Node;
    const { $ref: _, ...beside } = node;
    for (const key of Object.keys(node)) Reflect.deleteProperty(node, key);
    Object.defineProperties(node, Object.getOwnPropertyDescriptors({ ...value, ...beside }));
    this.followIn({ ...at, file, inFile: fromPointer(pointer) }, depth + 1);
  }

  /** Each value is counted, for many references may lead to overlapping parts of a file. */
  private copy(value: unknown): unknown {
    this.values += 1;
    if (this.values > maxValues)
      throw new DocumentError(
        `${this.main.shown}: with what its references lead to, the document has more than ${maxValues} values.`,
      );
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((element) => this.copy(element));
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, this.copy(child)]));
  }
}
