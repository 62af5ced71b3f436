import type { components } from '../contract/generated/control-api.js';
import type { Problem } from '../contract/validation/problem-text.js';
import type { AnsweredBy, Delivery } from './delivery.js';

type Schemas = components['schemas'];

/**
 * One exchange as a sandbox remembers it. Headers and bodies are kept as they came and made readable (and credentials
 * unreadable) only when they are read, by `describe-entry.ts`.
 */
export interface JournalEntry {
  /** From 1 in each sandbox, in the order of arrival. */
  readonly id: number;
  /** Arrival of the request's head, milliseconds since 1970. */
  readonly time: number;
  /** The same moment on a clock that never jumps, in milliseconds: for intervals between entries. */
  readonly elapsed: number;
  /** Milliseconds from then until the response ended, or until now while the exchange is pending. */
  readonly durationMs: number;
  /** The part of the response that left, and its end. */
  readonly delivery: Delivery;
  /** Undefined while nobody has. */
  readonly answeredBy?: AnsweredBy | undefined;
  readonly request: {
    readonly method: string;
    /** With base path, without query. */
    readonly path: string;
    readonly query: string;
    readonly headers: RequestHeaders;
    readonly body: KeptBody;
    /** Milliseconds from the arrival of its head until its body was whole; undefined where it did not come, or is on its way. */
    readonly bodyMs?: number | undefined;
    /** The version in which the client sent it, where that is not HTTP/1. */
    readonly httpVersion?: '2.0' | undefined;
    /** The kind of key that the mock saw. */
    readonly key?: KeyKind | undefined;
  };
  /** The operation's id; undefined for an unknown path or method. */
  readonly operation: string | undefined;
  readonly problems: readonly Problem[];
  readonly response: {
    /** The status that was sent, or would have been had a fault not broken the connection. */
    readonly status: number;
    /** Without the headers that every response has: Content-Length, CORS, RateLimit, Date. */
    readonly headers: Readonly<Record<string, string>>;
    /** The bytes that left: nothing for HEAD, a part or other bytes where a fault broke the response. */
    readonly body: KeptBody;
    /** The Content-Length that was sent; undefined where there was none. */
    readonly contentLength?: number | undefined;
    /** The quota in the RateLimit header; undefined if there was none. */
    readonly quota?: QuotaLeft | undefined;
    /** The fault's effect on the response; undefined if it was sent whole. */
    readonly broken?: BrokenResponse | undefined;
    /** True if a real service behind a proxy sent it; then `headers` are all that it sent. */
    readonly fromTarget?: true | undefined;
  };
  readonly scenario: AppliedScenario | undefined;
  /** Findings of a proxy; undefined if the exchange was not checked against the document. */
  readonly findings?: readonly ExchangeFinding[] | undefined;
  /** Fields whose addresses a proxy mapped, such as `response Location`; undefined if there are none. */
  readonly mapped?: readonly string[] | undefined;
  /** The reason why a proxy could not judge the exchange, or all of it, a phrase. */
  readonly notJudged?: string | undefined;
  /** The frames that passed on a connection which became WebSocket; undefined for every other exchange. */
  readonly webSocket?: WebSocketFrames | undefined;
  /** The requests that the mock sent because of it; undefined where there were none. */
  readonly callbacks?: readonly SentCallback[] | undefined;
}

type CallbackView = Schemas['SentCallback'];

/** A request that a service sends by itself, a callback of an operation or a webhook, and what became of it. JSON holds it. */
export interface SentCallback extends Omit<CallbackView, 'body' | 'reason' | 'attempts'> {
  /** The beginning of its body. */
  readonly body: string;
  /** Bytes of the whole body. */
  readonly size: number;
  /** The reason why it was refused or has failed, a sentence. */
  readonly reason?: string | undefined;
  readonly attempts: readonly CallbackAttempt[];
}

export interface CallbackAttempt {
  /** When it began, milliseconds since 1970. */
  readonly time: number;
  readonly durationMs: number;
  /** Undefined where no response came. */
  readonly status?: number | undefined;
  /** The beginning of the response's body. */
  readonly text?: string | undefined;
  /** The reason why no response came, a phrase. */
  readonly failure?: string | undefined;
}

/** The WebSocket frames of both directions. */
export interface WebSocketFrames {
  readonly fromClient: FrameCounts;
  readonly fromTarget: FrameCounts;
  /** The newest messages, in the order in which they ended; undefined where none are kept. */
  readonly messages?: readonly KeptMessage[] | undefined;
  /** Older messages that went for newer ones. */
  readonly dropped?: number | undefined;
}

/** A message of a WebSocket, from its beginning. JSON holds it. */
export type KeptMessage = Omit<Schemas['WebSocketMessage'], 'truncated'> & {
  /** Bytes of it that are kept. */
  readonly held: number;
};

/** Whole frames of one direction, but for the bytes. */
export interface FrameCounts {
  readonly frames: number;
  /** Messages that ended; control frames are none. */
  readonly messages: number;
  readonly payloadBytes: number;
  /** Milliseconds from the request's arrival until the first frame began; undefined where none came. */
  readonly firstMs: number | undefined;
  /** Milliseconds from then until the last frame ended. */
  readonly lastMs: number | undefined;
  /** The status of its Close frame (RFC 6455 section 7.4); undefined where none came, or one without. */
  readonly closeCode: number | undefined;
}

/** One way in which a request or a response breaks a rule of the contract suite. */
export type ExchangeFinding = Schemas['Finding'];

/** The state of a key when its request arrived; `limited` is one that is valid with few scopes. */
export type KeyKind = Schemas['JournalEntry']['request']['key'];

/** By name in lower case; several lines of one field are an array where they can't be joined. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Bytes of a body that are kept. */
export const keptAtMost = 65_536;

/** A body up to the size that is kept. */
export interface KeptBody {
  readonly bytes: Uint8Array;
  /** Its whole size in bytes. */
  readonly size: number;
  /** The body as text, where all of it is kept and it was a text before it was bytes. */
  readonly text?: string;
  /** True if `bytes` are shared and never change, so that nobody needs a copy. */
  readonly lasting?: boolean;
}

/** The quota of a sandbox as a response states it. */
export interface QuotaLeft {
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** A response that a fault broke, as it went out to a client that stayed until the end. */
export type BrokenResponse = NonNullable<Schemas['JournalEntry']['response']['broken']>;

/** The effect of a scenario on an exchange; `fault` is undefined when the connection was left whole. */
export type AppliedScenario = Omit<NonNullable<Schemas['AppliedScenario']>, 'fault'> & {
  readonly fault: string | undefined;
};

export type NewJournalEntry = Omit<JournalEntry, 'id'>;
