/**
 * A variation is one way in which a server differs from the reference server: a fault breaks one sentence of the
 * specification (or of HTTP), a variant breaks none. Each names a witness: the requests that show the difference.
 */
import type { Level } from '../../src/conformance/level.js';
import type { Apply, Difference } from '../reference-server/reference-server.js';
import type { Settings } from '../reference-server/settings.js';

export type { Apply };

/** One request of a witness. The valid key is sent unless `headers` has an Authorization (null sends none). */
export interface Step {
  readonly method: string;
  /** Path below the base path. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: string | Buffer;
  /** Of HTTP; 1.1 by default. */
  readonly version?: '1.0';
  /** Whether the first line has the whole address. */
  readonly absolute?: true;
  /** How often it is sent; once by default. */
  readonly times?: number;
  /** How these are sent: each on a connection of its own (by default one after the other), or all on one. */
  readonly sent?: 'side by side' | 'on one connection';
  /** Sent in turn with it, where several are sent side by side or on one connection. */
  readonly and?: Step;
  /** The pieces in which the whole message is sent, for one that is not written as usual. */
  readonly message?: readonly (string | Buffer)[];
  /** Milliseconds by which the clock moves on before it is sent. */
  readonly later?: number;
}

export interface Variation extends Difference {
  readonly id: string;
  readonly topic: string;
  readonly title: string;
  /** What it breaks, or for a variant what leaves it open: a section of the specification, or an RFC. */
  readonly section: string;
  readonly witness: readonly Step[];
  /** The weakest level that the suite checks it at: ASSUMED also tries the operations on orders. */
  readonly level: Level;
}

/** A variation that the suite must find. */
export interface Fault extends Variation {
  /** Ids of the rules that must find it, all of them. */
  readonly rules: readonly string[];
  /** Whether no rule but those may find it. */
  readonly sole: boolean;
}

/** Writes the variations of one topic: id, section, title, what it changes, the witness, and any settings. */
export function variationsOf(topic: string, level: Level = 'MUST') {
  return (
    id: string,
    section: string,
    title: string,
    apply: Apply,
    witness: Step | readonly Step[],
    settings: Partial<Settings> = {},
  ): Variation => ({ id, topic, title, section, apply, settings, witness: [witness].flat(), level });
}
