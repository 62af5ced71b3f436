/**
 * A service with a document of its own, unlike the shipping service: it measures what the suite derives from any
 * document. Without a change it keeps its document. A fault breaks a statement of the document, a variant keeps all.
 */
export interface DocumentService {
  readonly name: string;
  /** The file of the OpenAPI document, beside the service. */
  readonly document: string;
  /** Tells whether most operations write, so that little is judged without writes. */
  readonly allowWrites: boolean;
  /** Credentials for the suite. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly faults: readonly { readonly name: string; readonly title: string; readonly says: string }[];
  readonly variants: readonly { readonly name: string; readonly title: string }[];
  /** Starts the service on a free port, with the fault or variant of that name. */
  listen(change?: string): Promise<{ readonly url: string; close(): Promise<void> }>;
}
