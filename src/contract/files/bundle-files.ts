import { basename, extname } from 'node:path';
import { DocumentError } from '../document/document-error.js';
import { walkDocument, type NodeKind } from '../document/walk-document.js';
import { fromPointer, toPointer, valueAt } from '../json-pointer.js';
import type { DocumentFile, DocumentFiles, ReferenceTarget } from './document-files.js';

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
 * `$ref` in data (an example, a default, a constant) is data and stays as it is.
 *
 * @throws DocumentError with the line of a reference that can't be followed
 */
export function bundleFiles(main: DocumentFile, files: DocumentFiles): unknown {
  if (!refersToFiles(main.value)) return main.value;
  return new Bundle(main, files).document;
}

function refersToFiles(document: unknown): boolean {
  let found = false;
  walkDocument(document, ({ value: { $ref }, kind }) => {
    found ||= kind !== 'data' && typeof $ref === 'string' && !$ref.startsWith('#');
    return !found && kind !== 'data';
  });
  return found;
}

class Bundle {
  readonly document: Node;
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
    if (this.schemas.size > 0) this.addSchemas();
  }

  private get components(): Node {
    return Object(this.document.components) as Node;
  }

  private addSchemas(): void {
    const schemas = { ...Object(this.components.schemas), ...Object.fromEntries(this.schemas) } as Node;
    this.document.components = { ...this.components, schemas };
  }

  /** Follows every reference of a part. */
  private followIn(part: Part, depth: number): void {
    walkDocument(
      part.value,
      ({ value, path, kind }) => {
        if (kind === 'data') return false;
        if (typeof value.$ref !== 'string') return true;
        if (part.file === this.main && value.$ref.startsWith('#')) return true;
        const node = value as Node;
        const at = { ...part, value: node, kind, inBundle: [...part.inBundle, ...path] };
        return this.replace({ ...at, inFile: [...part.inFile, ...path] }, value.$ref, depth);
      },
      part.kind,
    );
  }

  /** @returns whether what stands beside the reference is still to be walked */
  private replace(at: Part, reference: string, depth: number): boolean {
    const node = at.value as Node;
    const target = this.files.follow(reference, at.file, toPointer(at.inFile));
    if (target.file === this.main) {
      node.$ref = `#${target.pointer}`;
      return true;
    }
    if (target.pointer !== '' && !target.pointer.startsWith('/'))
      throw this.refused(
        at,
        reference,
        'names an anchor; only a pointer such as #/name leads into another file',
      );
    const key = `${at.kind} ${target.file.path}#${target.pointer}`;
    const known = this.placed.get(key);
    if (known) {
      node.$ref = `#${toPointer(known)}`;
      return true;
    }
    const found = valueAt(target.file.value, target.pointer);
    if (found === undefined) throw this.refused(at, reference, 'leads nowhere');
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

  /**
   * Puts a value in the place of a reference; siblings of the reference win (OpenAPI 3.1, Reference Object: summary and description).
   */
  private putInPlace(
    at: Part,
    reference: string,
    { file, pointer }: ReferenceTarget,
    value: unknown,
    depth: number,
  ): void {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw this.refused(at, reference, 'leads to no object');
    if (depth >= maxDepth) throw this.refused(at, reference, `is the ${maxDepth}th in a row`);
    const node = at.value as Node;
    const { $ref: _, ...beside } = node;
    for (const key of Object.keys(node)) Reflect.deleteProperty(node, key);
    Object.defineProperties(node, Object.getOwnPropertyDescriptors({ ...value, ...beside }));
    this.followIn({ ...at, file, inFile: fromPointer(pointer) }, depth + 1);
  }

  private refused(at: Part, reference: string, why: string): DocumentError {
    const line = at.file.lineOf(toPointer(at.inFile));
    return new DocumentError(`${at.file.shown}:${line}: the $ref ${JSON.stringify(reference)} ${why}.`);
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
