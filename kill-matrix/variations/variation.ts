/**
 * A variation is one way in which a server differs from the reference server: a fault breaks one sentence of the
 * specification (or of HTTP), a variant breaks none. Each has a witness: the requests that show the difference.
 */
import type { Level } from '../../src/conformance/level.js';
import type { Apply, Difference } from '../reference-server/reference-server.js';
import type { Settings } from '../reference-server/settings.js';
import type { Call, Path, Problem } from '../reference-server/stages.js';
import { refuseAt } from './bounds.js';
import type { Change } from './changes.js';
import { anyAnswer, categories, rates, type When } from './conditions.js';
import { admit, crash, inWords, on, overlook, together, withErrors } from './differences.js';
import { ordinaryRequests, type Step } from './requests.js';

export type { Apply, Step };

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

/** A variation as it is written: the fields from `apply` on say what is different, where it isn't `settings` alone. */
export interface Row {
  readonly title: string;
  readonly section: string;
  /** Replaces stages; several differences are built each on those before it. */
  readonly apply?: Apply | readonly Apply[];
  /** The answers that `change` changes. */
  readonly when?: When;
  readonly change?: Change;
  /** Changes every response. */
  readonly answers?: Change;
  /** Changes lists of categories. */
  readonly categories?: Change;
  /** Changes rates. */
  readonly rates?: Change;
  /** The strings that a 400 lists for the problems of a body, whose usual texts are given. */
  readonly errors?: (texts: string[], problems: readonly Problem[]) => unknown[];
  /** The text of each problem of a field. */
  readonly words?: (path: Path, problem: Problem) => string;
  /** Admits requests whatever their key. */
  readonly admits?: (call: Call, keys: Settings['keys']) => boolean;
  /** Requests for rates that are 500. */
  readonly crashes?: (call: Call) => boolean;
  /** Problems of a body that nobody sees. */
  readonly overlooks?: (problem: Problem, call: Call) => boolean;
  /** Places in requests for rates that are refused, such as box_dimension[0].weight, and the reason that is given. */
  readonly refuses?: (call: Call) => string[];
  readonly complaint?: string;
  /** Requests that show the difference, where ordinary ones don't. */
  readonly witness?: Step | readonly Step[];
  readonly settings?: Partial<Settings>;
  /** MUST by default. */
  readonly level?: Level;
}

/** The rules that find a fault, in its row. Without either, they aren't known yet, or the fault is known to be missed. */
interface Finders {
  /** Each of these rules must find it. Other rules may find it too. */
  readonly foundBy?: string | readonly string[];
  /** This rule must find it, and no other may: without the rule, a server with it would pass. */
  readonly foundOnlyBy?: string;
}

/** A table of rows by their ids; fields that the rows share may be left out. */
type Table<Each, Shared> = Readonly<Record<string, Omit<Each, keyof Shared> & Partial<Each>>>;

/** Writes the variants of one topic, as a table whose rows may share fields. */
export function variantsOf<Shared extends Partial<Row> = object>(topic: string, shared?: Shared) {
  return (rows: Table<Row, Shared>): Variation[] =>
    Object.entries(rows).map(([id, row]) => variationOf(topic, id, { ...shared, ...row } as Row));
}

/** Writes the faults of one topic: a table whose rows name the rules that find them. */
export function faultsOf<Shared extends Partial<Row & Finders> = object>(topic: string, shared?: Shared) {
  return (rows: Table<Row & Finders, Shared>): Fault[] =>
    Object.entries(rows).map(([id, own]) => {
      const { foundBy = [], foundOnlyBy, ...row } = { ...shared, ...own } as Row & Finders;
      const rules = [foundOnlyBy ?? foundBy].flat();
      return { ...variationOf(topic, id, row), rules, sole: foundOnlyBy !== undefined };
    });
}

function variationOf(topic: string, id: string, row: Row): Variation {
  const { title, section, witness = ordinaryRequests, settings = {}, level = 'MUST' } = row;
  return { id, topic, title, section, apply: applyOf(row), settings, witness: [witness].flat(), level };
}

/** The differences of a row, one after the other. */
function applyOf({ apply = [], when, change, complaint = '', ...row }: Row): Apply {
  const parts = [
    when && change && on(when, change),
    row.answers && on(anyAnswer, row.answers),
    row.categories && on(categories, row.categories),
    row.rates && on(rates, row.rates),
    row.errors && withErrors(row.errors),
    row.words && inWords(row.words),
    row.admits && admit(row.admits),
    row.crashes && crash('getShippingRates', row.crashes),
    row.overlooks && overlook(row.overlooks),
    row.refuses && refuseAt(row.refuses, complaint),
  ];
  return together(...parts.filter((part) => part !== undefined), ...[apply].flat());
}
