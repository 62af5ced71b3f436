/**
 * A service is one plug-in: an OpenAPI document, handlers with real logic for its operations, and what else the mock
 * needs to know about it. Everything else in Drydock works for any service. A document without a service is
 * answered from its examples and schemas.
 */
import type { Contract } from '../contract/contract.js';
import type { PrecompiledContract } from '../contract/document/load-document.js';
import type { JournalEntry } from '../journal/journal-entry.js';
import { StoredDocumentError, type DocumentStore } from '../state/document-store.js';
import type { MaybePromise } from '../state/maybe-promise.js';

export { StoredDocumentError };
export type { DocumentStore, MaybePromise };

/** A service: its document, and what answers it. */
export interface ServiceDefinition {
  /** The value of `x-drydock-service` in documents that this service answers; it is not used for others. */
  readonly name: string;
  /** Path of the service's own OpenAPI document. */
  readonly document: string;
  /** Folder of the service's scenario files; default: none. */
  readonly scenarios?: string;
  /** Precompiled forms of these files, which save time at the start; each is used only while its sources are unchanged. */
  readonly precompiled?: PrecompiledContract & { readonly scenarios: URL };
  /** Further files and folders that reload the service under --watch. */
  readonly sources?: readonly string[];
  /** Which keys are valid, and what they may do. */
  readonly keys?: ServiceKeys;
  /**
   * Prepares the service, once for each start and reload; work that does not depend on a request belongs here.
   *
   * @throws Error with one sentence where the service's data can't be used
   */
  readonly prepare: (context: ServiceContext) => MaybePromise<Service>;
}

/** Which keys a service accepts. */
export interface ServiceKeys {
  /** True if only Drydock's keys, and those configured or issued, are valid; by default any key of the right form is. */
  readonly onlyKnown?: boolean;
  /** The scopes of every `dk_limited_NAME` key. */
  readonly limitedScopes?: readonly string[];
}

/** The context in which a service is prepared. */
export interface ServiceContext {
  /** The document that is served: the service's own, or a copy that names the service. */
  readonly contract: Contract;
  /** Whole number from 0 to 4294967295; the same seed gives the same responses. */
  readonly seed: number;
  /** Milliseconds since 1970, UTC; frozen under --clock. */
  readonly now: () => number;
  /** The same in a sandbox, whose time a test may have moved. */
  readonly nowIn: (sandbox: string) => MaybePromise<number>;
  /** The store of what clients create, by sandbox. */
  readonly documents: DocumentStore;
}

/** A service that is ready to answer. */
export interface Service {
  /** By operationId. An operation without one is answered from the document. */
  readonly handlers: Readonly<Record<string, Handler>>;
  /** Files that responses link to, such as logos: served to everybody, without a key. */
  readonly assets?: ServiceAssets;
  /**
   * Explains a recorded response, as JSON for the page; undefined for a response that needs no explanation.
   *
   * @param body the request's body, which is valid; undefined for an operation that takes none
   */
  readonly explain?: (entry: JournalEntry, body: unknown, sandbox: string) => unknown;
}

/** Files that responses link to. */
export interface ServiceAssets {
  /** First segment of their paths, such as `logos`: their URLs are `assetsUrl` + `/logos/NAME`. */
  readonly folder: string;
  /** @param name the path after the folder, such as `swift.svg` */
  readonly find: (name: string) => MaybePromise<ServiceAsset | undefined>;
}

/** A file that a response links to. */
export interface ServiceAsset {
  /** Such as `image/svg+xml`. */
  readonly mediaType: string;
  /** The whole file; a text is sent as UTF-8. */
  readonly body: string | Uint8Array;
}

/** Answers one operation. It knows nothing of HTTP but the status. */
export type Handler = (call: HandlerCall) => MaybePromise<HandlerResult>;

/** A valid request, as a handler gets it. */
export interface HandlerCall {
  /** The parsed body; undefined for an operation that takes none. */
  readonly body: unknown;
  /** Path parameters by name, as the document types them. */
  readonly path: Readonly<Record<string, unknown>>;
  /** Query parameters by name, as the document types them. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The sandbox of the request's key. */
  readonly sandbox: string;
  /** Absolute URL of the service's assets, without a trailing slash. */
  readonly assetsUrl: string;
}

/** The result of a handler: a success, or an error that the mock puts into the document's shape. */
export type HandlerResult =
  /** An object that is returned again is serialized only once; without `body` the response has none. */
  | {
      /** A status that the document has for the operation. */
      readonly status: number;
      /** The value that is sent as JSON. */
      readonly body?: unknown;
    }
  /** A body that the handler has serialized itself, as JSON.stringify would. */
  | {
      /** A status that the document has for the operation. */
      readonly status: number;
      /** The JSON text. */
      readonly bodyText: string;
    }
  /** An error, which the mock puts into the document's error shape. */
  | HandlerError;

/** A refusal by a handler. */
export interface HandlerError {
  /** An error status that the document has for the operation. */
  readonly status: number;
  /** One sentence for a person. */
  readonly message: string;
  /** One string for each problem, at least one. */
  readonly errors: readonly string[];
}
