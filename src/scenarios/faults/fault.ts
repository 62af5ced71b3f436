/**
 * One way of breaking the connection. Each kind is one file beside this one and a line in registry.ts; the types and the
 * JSON Schema of scenario files, the page's form and labels, and the tables of the docs are made from that.
 */
import type { textSchemas } from '../schema/text-schemas.js';
import type { ValueOf } from '../schema/value-of.js';
import type { FaultWire } from './fault-wire.js';

export interface FaultKind<Kind extends string = string, Options extends OptionSchemas = OptionSchemas> {
  /** Its name in scenario files and in the journal. */
  readonly kind: Kind;
  /** Its name on the page. */
  readonly label: string;
  /** Explains it in half a sentence. */
  readonly explanation: string;
  /** True if no client can have seen the status of the response. */
  readonly hidesStatus: boolean;
  /** Its options in a scenario file, by field; no field may have the name of another kind's. */
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

/** The bytes on the wire, and the reactions of clients without a timeout. */
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
  readonly [Name in keyof Options]: ValueOf<Options[Name], typeof textSchemas>;
};

/** Lets TypeScript read the types of the options from their schemas. */
export function defineFault<const Kind extends string, const Options extends OptionSchemas>(
  kind: FaultKind<Kind, Options>,
): FaultKind<Kind, Options> {
  return kind;
}
