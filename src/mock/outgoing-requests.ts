/**
 * Requests that a service sends by itself: the callbacks of an operation, and webhooks (OpenAPI 3.1, Callback Object and
 * `webhooks`). The mock plans them from the document; whoever runs it with a network sends them.
 */
import type { components } from '../contract/generated/control-api.js';
import type { Operation } from '../contract/operations.js';
import type { RequestHeaders } from '../journal/journal-entry.js';
import type { MockResponse } from './exchange/response.js';

export interface OutgoingRequest {
  /** Its name in the document. */
  readonly name: string;
  /** Upper case. */
  readonly method: string;
  readonly url: string;
  /** True if the document itself gives the host, and no part of the request does. */
  readonly isDocumentsAddress: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined where the document describes none. */
  readonly body: string | Uint8Array | undefined;
  /** Undefined where the document has no `x-drydock-signature` for it. */
  readonly signature: SignaturePlace | undefined;
}

/** The header in which a request is signed in a way of its own: the HMAC-SHA256 of its body. */
export interface SignaturePlace {
  readonly header: string;
  /** Stands before the signature, such as `sha256=`. */
  readonly prefix: string;
  readonly encoding: 'hex' | 'base64';
}

/** A request that was answered, as far as callbacks depend on it. */
export interface AnsweredRequest {
  readonly operation: Operation;
  readonly method: string;
  /** With the origin that the client used. */
  readonly url: string;
  readonly headers: RequestHeaders;
  readonly path: Readonly<Record<string, string>>;
  /** Without its question mark. */
  readonly query: string;
  /** The value of its body; undefined where it has none that can be read. */
  readonly value: unknown;
  readonly sandbox: string;
  /** The number of the exchange in its sandbox's journal. */
  readonly id: number;
}

export type Webhook = components['schemas']['WebhookList']['webhooks'][number];

export interface WebhookOrder {
  readonly name: string;
  readonly url: string;
  readonly sandbox: string;
  /** The body to send; undefined for one made from the document. */
  readonly body?: unknown;
  /** The same number gives the same request. */
  readonly turn: number;
}

export interface OutgoingRequests {
  readonly webhooks: readonly Webhook[];
  /** The callbacks of an answered request, as far as it or its response has their addresses. */
  callbacksOf(request: AnsweredRequest, response: MockResponse): readonly OutgoingRequest[];
  /** Undefined where the document has no webhook of the name. */
  webhook(order: WebhookOrder): OutgoingRequest | undefined;
}
