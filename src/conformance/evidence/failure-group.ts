import { binds, type Level } from '../level.js';
import type { LeveledBreach } from '../rules/evaluate-rule.js';
import type { Breach, LoadedRule } from '../rules/rule.js';
import type { Exchange } from '../target/exchange.js';

/** Breaches of one rule that look alike, wherever they were seen: reported once, with the smallest request that shows them. */
export interface FailureGroup {
  /** Its `groupKey`. */
  readonly key: string;
  /** Groups are numbered in the order in which they were found. */
  readonly number: number;
  readonly rule: LoadedRule;
  /** Of the example, the strongest at which the rule is broken in this way. */
  level: Level;
  /** With as much of the response as evidence shows. */
  exchange: Exchange;
  /** The exchanges to send before it to see the breach, kept alike. */
  before: readonly Exchange[];
  breach: LeveledBreach;
  /** Which entry of the expected failures is about it, if any. */
  readonly expectation: number;
  readonly cases: string[];
  readonly operations: Set<string | null>;
  readonly statuses: Set<number>;
  /** It took several responses to see, so that one repeated request would show nothing. */
  readonly concluded: boolean;
}

/** A target chooses the names in a pointer. */
const maxPointer = 300;

/** The key that breaches of one cause share within a rule: the pointer without its indexes, and the kind of what came. */
export function groupKey(rule: LoadedRule, { outcome }: Exchange, breach: LeveledBreach): string {
  const kind = outcome.kind === 'response' ? kindOfBreach(breach) : outcome.code;
  return [rule.id, placeOf(breach), kind].join(' ');
}

/** The pointer with `*` for each index; empty for what is about the whole response. */
export function placeOf({ pointer = '' }: Pick<LeveledBreach, 'pointer'>): string {
  return pointer.slice(0, maxPointer).replace(/\/\d+(?=\/|$)/g, '/*');
}

/**
 * Returns whether an exchange shows a breach better than another: at a stronger level, else with an operation of the document, else by
 * a smaller request, else of a case that matters more, else of the case that shows it most plainly. Never by chance.
 */
export function isBetterExample(
  { showsUncheckedKeys }: Pick<LoadedRule, 'showsUncheckedKeys'>,
  one: { readonly level: Level; readonly exchange: Exchange },
  other: { readonly level: Level; readonly exchange: Exchange },
): boolean {
  if (one.level !== other.level) return binds(one.level, other.level);
  const [known, otherKnown] = [one, other].map(({ exchange }) => exchange.case.operation !== undefined);
  if (known !== otherKnown) return known === true;
  const [a, b] = [one.exchange, other.exchange];
  const difference = sizeOf(a) - sizeOf(b) || a.case.priority - b.case.priority;
  if (difference !== 0) return difference < 0;
  const [isPlain, isOtherPlain] = [a, b].map((exchange) =>
    exchange.case.id.endsWith(`/${showsUncheckedKeys ?? ''}`),
  );
  return isPlain === isOtherPlain ? a.case.id < b.case.id : isPlain === true;
}

function sizeOf({ request: { path, body, headers } }: Exchange): number {
  const longHeaders = Object.values(headers).filter(({ length }) => length > longHeader);
  return path.length + (body?.length ?? 0) + longHeaders.join('').length;
}

/** Longer than any ordinary one. */
const longHeader = 1000;

/** Longer phrases differ in what a target said, not in kind. */
const maxLength = 80;

/**
 * The part of an actual result that breaches of one cause share: "status 400", "got a text", "no Content-Type". Values are left out,
 * so that `got 200` and `got 404` are the same kind.
 */
export function kindOfBreach({ actual, kind }: Breach): string {
  if (kind !== undefined) return kind;
  const status = /^status (\d)(\d\d)$/.exec(actual);
  // Which of its codes a crashing server chooses says nothing.
  if (status) return `status ${status[1] === '5' ? '5xx' : `${status[1] ?? ''}${status[2] ?? ''}`}`;
  const [, value] = /\bgot (.+)$/s.exec(actual) ?? [];
  if (value !== undefined) return `got ${kindOfValue(value)}`;
  return withoutValues(actual);
}

/** The kind of a value as problems show it: `"10.5"` is a text, `an array of 3` an array. */
function kindOfValue(shown: string): string {
  if (shown.startsWith('"')) return 'a text';
  if (/^-?\d|^a number/.test(shown)) return 'a number';
  if (/^(true|false)\b/.test(shown)) return 'a boolean';
  return /^(null|nothing|an? \w+)/.exec(shown)?.[0] ?? withoutValues(shown);
}

function withoutValues(phrase: string): string {
  return phrase
    .slice(0, 400)
    .replace(/"(?:[^"\\]|\\.)*"|'[^']*'|\[.*\]/g, '…')
    .replace(/\d+/g, '#')
    .replace(/:.*$/s, '')
    .slice(0, maxLength);
}
