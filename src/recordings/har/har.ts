/** HTTP Archive 1.2 (http://www.softwareishard.com/blog/har-12-spec/), as far as Drydock writes it. */
import type { OwnFields } from '../recorded-exchange.js';

/** An archive of exchanges. */
export interface Har {
  /** All that an archive holds. */
  readonly log: HarLog;
}

export interface HarLog {
  readonly version: '1.2';
  readonly creator: { readonly name: string; readonly version: string };
  readonly entries: readonly HarEntry[];
}

export interface HarEntry {
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: HarRequest;
  readonly response: HarResponse;
  readonly cache: Readonly<Record<string, never>>;
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number };
  /** Messages of a WebSocket, as Chromium writes them; left out where none were kept. */
  readonly _webSocketMessages?: readonly HarMessageOfSocket[];
  /** Drydock's own fields of the exchange. */
  readonly _drydock: OwnFields;
}

export interface HarMessageOfSocket {
  readonly type: 'send' | 'receive';
  /** Seconds since 1970. */
  readonly time: number;
  /** 1 for a text, 2 for what is binary. */
  readonly opcode: 1 | 2;
  /** The beginning of the message; in Base64 where it is binary. */
  readonly data: string;
}

export interface HarRequest extends HarMessage {
  readonly method: string;
  readonly url: string;
  readonly queryString: readonly HarPair[];
  readonly postData?: {
    readonly mimeType: string;
    readonly text: string;
    /** HAR has no encoding for what is sent; this one is that of received content. */
    readonly _encoding?: 'base64';
  };
}

export interface HarResponse extends HarMessage {
  /** 0 where no response came. */
  readonly status: number;
  readonly statusText: string;
  readonly content: {
    readonly size: number;
    readonly mimeType: string;
    readonly text?: string;
    readonly encoding?: 'base64';
    readonly comment?: string;
  };
  readonly redirectURL: string;
}

interface HarMessage {
  readonly httpVersion: string;
  readonly cookies: readonly HarPair[];
  readonly headers: readonly HarPair[];
  readonly headersSize: number;
  readonly bodySize: number;
}

export interface HarPair {
  readonly name: string;
  readonly value: string;
}

/** The media type for which the control API sends a journal as HAR. */
export const harMediaType = 'application/har+json';
