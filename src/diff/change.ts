/**
 * A comparison of two documents by what a client can notice. Both are read as contracts first, so that references, overlays, `allOf`
 * and the spellings of OpenAPI 3.0 to 3.2 mean the same on both sides. Each difference is one row of `changeKinds`: the row says in
 * which direction it breaks clients, and which recorded exchanges meet it.
 */
import type { HttpMethod } from '../contract/openapi.js';
import type { ChangeKindName } from './change-kinds.js';

/**
 * Narrower requests break those who send them, wider responses those who read them. What a service sends by itself counts as a
 * response, and what it gets back as a request.
 */
export type Direction = 'request' | 'response';

/** A place in one of the two documents. */
export interface Place {
  readonly file: string;
  readonly line: number;
  /** JSON pointer. */
  readonly pointer: string;
}

/** The part of an operation that a change is about, as a recorded exchange shows it. */
export type Part =
  | { readonly kind: 'operation' }
  | { readonly kind: 'parameter'; readonly in: string; readonly name: string }
  | { readonly kind: 'request body'; readonly mediaType: string | undefined }
  | { readonly kind: 'response'; readonly status: string }
  | { readonly kind: 'response header'; readonly status: string; readonly name: string }
  | { readonly kind: 'response body'; readonly status: string; readonly mediaType: string };

/** Names an operation of either document. */
export interface OperationName {
  readonly id: string;
  readonly method: HttpMethod;
  /** Of a webhook or callback a phrase, such as `webhook shipped`. */
  readonly path: string;
}

/** One place of an operation where a change is noticed: a change to a shared schema has many. */
export interface Locus {
  readonly operation: OperationName;
  readonly part: Part;
  /** Fields below the part, `*` for any element or name. */
  readonly path: readonly string[];
}

/** Evidence that a client met a change: the value that it sent or got. */
export interface Met {
  readonly exchanges: number;
  /** Sandboxes or, in recordings that know none, files. */
  readonly clients: readonly string[];
  /** ISO 8601; null where the recordings don't say. */
  readonly first: string | null;
  /** One exchange without its secrets, such as `POST /orders with "unit": "oz" (traffic.har, entry 12)`. */
  readonly example: string;
  /** Names of files of coverage that show it without its exchanges. */
  readonly coverage: readonly string[];
}

/** A difference between two documents that a client can notice. */
export interface Change {
  /** The same for the same change of the same documents: kind, direction, place and value. */
  readonly id: string;
  /** The row of the table of changes. */
  readonly kind: ChangeKindName;
  /** The direction of the message that changed. */
  readonly direction: Direction;
  readonly effect: 'breaking' | 'harmless';
  /** `likely` where it depends on what the document does not say, such as whether a server ignores unknown fields. */
  readonly certainty: 'certain' | 'likely';
  /** A sentence without the operations. */
  readonly text: string;
  /** Null where OLD has nothing there. */
  readonly old: Place | null;
  /** Null where NEW has nothing there. */
  readonly new: Place | null;
  /** Every place of an operation where it is noticed; at most 2,000. */
  readonly at: readonly Locus[];
  /**
   * Null where no recording was given, for harmless changes, and where recordings can't tell: they don't weigh what a service sends
   * by itself. Zero exchanges: nobody recorded has met it.
   */
  readonly met: Met | null;
  /** Set where an entry of the list of expected changes covers it. */
  readonly expected: { readonly reason: string; readonly expires: string | null } | null;
}
