/**
 * A resource is what several operations of a document share: the things under one path, such as those of `/pets` and
 * `/pets/{petId}`. Which there are is inferred from paths, ids and schemas; `x-drydock-resource` corrects it.
 */
import type { Operation } from '../../contract/operations.js';
import type { SchemaPlace } from '../../values/schema/schema-places.js';

/** The meaning of an operation for its resource. */
export type Action = 'list' | 'create' | 'read' | 'replace' | 'merge' | 'remove' | 'clear';

/** Property names from the outside of a JSON value to a part of it; empty for the whole. */
export type Inside = readonly string[];

export interface ResourceOperation {
  readonly operation: Operation;
  readonly action: Action;
  /** The place of the item or the list in a success; undefined where it has neither. */
  readonly response: Inside | undefined;
  /** True if an item stands in a list of its own there. */
  readonly isListed: boolean;
  /** The place of the item in the request's body. */
  readonly request: Inside;
  /** The properties of an item that the request may say; undefined where its schema names none. */
  readonly sendable: ReadonlySet<string> | undefined;
}

export interface ItemParameter {
  readonly name: string;
  /** True if it may be any text, and no number alone. */
  readonly isText: boolean;
  /** Its schema; none where the document doesn't describe it. */
  readonly schema: readonly SchemaPlace[];
}

/** Items of one kind under one path, or a single one. */
export interface Resource {
  /** The path of the whole: `/users/{userId}/pets`, or that of the only item. */
  readonly path: string;
  /** The only item of its kind has no id, such as `/settings`. */
  readonly isSingle: boolean;
  /** The parameter of an item's path; undefined for a single one, and where no path names an item. */
  readonly parameter: ItemParameter | undefined;
  /** The property that is an item's id; undefined where items don't say theirs. */
  readonly idField: string | undefined;
  /** The schemas of an item as responses have it; all of them hold. */
  readonly schema: readonly SchemaPlace[];
  /** The parameters of `path`: the ids of what the items belong to. */
  readonly parents: readonly string[];
  /** The resource that the last of these is an item of. */
  readonly parent: Resource | undefined;
  /** True if nothing lists or makes its items: then there is one for any id. */
  readonly isOpen: boolean;
  readonly operations: readonly ResourceOperation[];
}

/** The resources of a document, by operation too. */
export interface Resources {
  readonly all: readonly Resource[];
  readonly of: (operation: Operation) => (ResourceOperation & { readonly resource: Resource }) | undefined;
}
