/**
 * A service is one plug-in: an OpenAPI document, handlers with real logic for its operations, and what else the mock
 * should know of it. Everything else in Drydock works for any service alike. A document for which there is no service is
 * answered from its examples and schemas.
 */
import type { Contract } from '../contract/contract.js';
import type { PrecompiledContract } from '../contract/load-contract.js';
import type { JournalEntry } from '../journal/journal-entry.js';
import type { DocumentStore } from '../state/document-store.js';
import type { MaybePromise } from '../state/maybe-promise.js';

export type { DocumentStore, MaybePromise };

export interface ServiceDefinition {
  /** What a document says in `x-drydock-service` when this service answers it; other documents are answered without it. */
  readonly name: string;
  /** Path of the service's own OpenAPI document. */
  readonly document: string;
  /** Folder of the scenario files that belong to it; default: none. */
  readonly scenarios?: string;
  /** What a build has made of these files, so that a start need not; each counts only while its sources are unchanged. */
  readonly precompiled?: PrecompiledContract & { readonly scenarios: URL };
  /** Further files and folders whose change makes the service anew under --watch. */
  readonly sources?: readonly string[];
  readonly keys?: ServiceKeys;
  /**
   * Makes the service ready, once for each start and reload; what does not depend on a request is done here.
   *
   * @throws Error with one sentence where the service's own data can't be used
   */
  readonly prepare: (context: ServiceContext) => MaybePromise<Service>;
}

export interface ServiceKeys {
  /** Whether only Drydock's own keys and those that were given or issued are valid; by default any of the right form is. */
  readonly onlyKnown?: boolean;
  /** The scopes of every `dk_limited_NAME` key. */
  readonly limitedScopes?: readonly string[];
}

export interface ServiceContext {
  /** The document that is served: the service's own, or a copy that names the service. */
  readonly contract: Contract;
  /** Whole number from 0 to 4294967295: the same seed, the same answers. */
  readonly seed: number;
  /** Milliseconds since 1970, UTC; stands still under --clock. */
  readonly now: () => number;
  /** Where the service keeps what clients made, by sandbox. */
  readonly documents: DocumentStore;
}

/** A service that is ready to answer. */
export interface Service {
  /** By operationId. An operation without one is answered from the document. */
  readonly handlers: Readonly<Record<string, Handler>>;
  /** Files that responses link to, such as logos: served to everybody, without a key. */
  readonly assets?: ServiceAssets;
  /**
   * Why a recorded response says what it says, as JSON for the page; undefined for a response that needs no explanation.
   *
   * @param body the request's body, which the document has accepted
   */
  readonly explain?: (entry: JournalEntry, body: unknown, sandbox: string) => unknown;
}

export interface ServiceAssets {
  /** First segment of their paths, such as `logos`: they stand at `assetsUrl` + `/logos/NAME`. */
  readonly folder: string;
  /** @param name what follows the folder, such as `swift.svg` */
  readonly find: (name: string) => ServiceAsset | undefined;
}

export interface ServiceAsset {
  readonly mediaType: string;
  readonly body: string | Uint8Array;
}

/** Answers one operation. It knows no HTTP beyond the status. */
export type Handler = (call: HandlerCall) => MaybePromise<HandlerResult>;

/** What a handler is asked; the document has accepted all of it. */
export interface HandlerCall {
  readonly body: unknown;
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly sandbox: string;
  /** Absolute URL of the service's assets, without a trailing slash. */
  readonly assetsUrl: string;
}

export type HandlerResult =
  /** The same object returned again is serialized only once. */
  | { readonly status: number; readonly body: unknown }
  /** An error, which the mock puts into the document's error shape. */
  | HandlerError;

export interface HandlerError {
  readonly status: number;
  readonly message: string;
  /** One string for each problem, at least one. */
  readonly errors: readonly string[];
}
