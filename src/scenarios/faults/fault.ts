/**
 * One way of breaking the connection. Each kind is one file beside this one and a line in registry.ts; the types and the
 * JSON Schema of scenario files, the page's form and labels, and the tables of the docs are made from that.
 */
import type { durationSchema } from '../schema/text-schemas.js';
import type { ValueOf } from '../schema/value-of.js';
import type { FaultWire } from './fault-wire.js';

export interface FaultKind<Kind extends string = string, Options extends OptionSchemas = OptionSchemas> {
  /** What a scenario file and the journal call it. */
  readonly kind: Kind;
  /** What the page calls it. */
  readonly label: string;
  /** What happens, in half a sentence. */
  readonly explanation: string;
  /** Whether no client can have seen the status of the response. */
  readonly hidesStatus: boolean;
  /** What a scenario file can say about it, by field; no field may have the name of another kind's. */
  readonly options: Options;
  /**
   * Sends the response the broken way.
   *
   * @param body of the response that would have been sent
   * @returns when the fault is over: the connection or the response has ended
   */
  send(wire: FaultWire, body: Uint8Array, options: OptionValues<Options>): void | Promise<void>;
  readonly seenBy: ClientViews;
}

/** What comes over the wire, and what clients make of it when they have no timeout. */
export interface ClientViews {
  readonly wire: string;
  /** The fetch of Node 20, the cause of its TypeError. */
  readonly fetch: string;
  /** axios 1 in Node. */
  readonly axios: string;
  /** curl 7.88. */
  readonly curl: string;
}

/** A JSON Schema with the default that holds where a file leaves the field out. */
export type OptionSchemas = Readonly<
  Record<
    string,
    {
      readonly type?: 'number' | 'integer' | 'string' | 'boolean';
      readonly $ref?: '#/$defs/duration';
      readonly default: string | number | boolean;
      readonly description: string;
      readonly [keyword: string]: unknown;
    }
  >
>;

export type OptionValues<Options> = {
  readonly [Name in keyof Options]: ValueOf<Options[Name], { duration: typeof durationSchema }>;
};

/** Lets TypeScript read the types of the options from their schemas. */
export function defineFault<const Kind extends string, const Options extends OptionSchemas>(
  kind: FaultKind<Kind, Options>,
): FaultKind<Kind, Options> {
  return kind;
}
