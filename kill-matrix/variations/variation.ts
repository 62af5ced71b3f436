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
  /** True if the first line has the whole address. */
  readonly absolute?: true;
  /** Number of times that it is sent; once by default. */
  readonly times?: number;
  /** The way in which these are sent: each on a connection of its own (by default one after the other), or all on one. */
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
  /** The broken sentence, or for a variant the one that leaves it open: a section of the specification, or an RFC. */
  readonly section: string;
  readonly witness: readonly Step[];
  /** The weakest level that the suite checks it at: ASSUMED also tries the operations on orders. */
  readonly level: Level;
}

/** A variation that the suite must find. */
export interface Fault extends Variation {
  /** Ids of the rules that must find it, all of them. */
  readonly rules: readonly string[];
  /** True if no rule but those may find it. */
  readonly sole: boolean;
}

/** A variation as it is written. */
export interface Row extends Named {
  readonly section: string;
  readonly apply: Apply;
  readonly witness: Step | readonly Step[];
  readonly settings?: Partial<Settings>;
  /** MUST by default. */
  readonly level?: Level;
}

/** The names of a variation, for builders that fill in the rest of its row. */
export interface Named {
  readonly id: string;
  readonly title: string;
  readonly section?: string;
}

/** The rules that find a fault, in its row. Without either, they aren't known yet, or the fault is known to be missed. */
export interface Finders {
  /** Each of these rules must find it. Other rules may find it too. */
  readonly foundBy?: string | readonly string[];
  /** This rule must find it, and no other may: without the rule, a server with it would pass. */
  readonly foundOnlyBy?: string;
}

export type NamedFault = Named & Finders;

/** A row in which the fields that the topic has defaults for may be left out. */
type RowWith<Defaults> = Omit<Row, keyof Defaults> & Partial<Row>;

/** Writes the variations of one topic, whose rows may share fields. */
export function variationsOf<Defaults extends Partial<Row> = object>(topic: string, defaults?: Defaults) {
  return (row: RowWith<Defaults>): Variation => {
    const {
      id,
      title,
      section,
      apply,
      witness,
      settings = {},
      level = 'MUST',
    } = { ...defaults, ...row } as Row;
    return { id, topic, title, section, apply, settings, witness: [witness].flat(), level };
  };
}

/** Writes the faults of one topic: variations whose rows name the rules that find them. */
export function faultsOf<Defaults extends Partial<Row> = object>(topic: string, defaults?: Defaults) {
  const vary = variationsOf(topic, defaults);
  return ({ foundBy = [], foundOnlyBy, ...row }: RowWith<Defaults> & Finders): Fault => ({
    ...vary(row as unknown as RowWith<Defaults>),
    rules: [foundOnlyBy ?? foundBy].flat(),
    sole: foundOnlyBy !== undefined,
  });
}
