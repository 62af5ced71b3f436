import type { LeveledBreach } from '../rules/evaluate-rule.js';
import type { LoadedRule } from '../rules/rule.js';
import type { Level } from '../level.js';
import type { Exchange } from '../target/exchange.js';

/** Breaches of one rule that have one cause, as far as can be seen from outside: reported once, with all their cases. */
export interface FailureGroup {
  /** Its `groupKey`. */
  readonly key: string;
  readonly rule: LoadedRule;
  readonly level: Level;
  /** The first exchange that showed it, with as much of the response as evidence shows. */
  readonly exchange: Exchange;
  readonly breach: LeveledBreach;
  readonly cases: string[];
  /** It took several responses to see, so that one repeated request would show nothing. */
  readonly concluded: boolean;
}

/** A target chooses the names in a pointer. */
const maxPointer = 300;

/** What breaches of one cause have in common: rule, operation, level, status, and pointer without its indexes. */
export function groupKey(rule: LoadedRule, { case: item, outcome }: Exchange, breach: LeveledBreach): string {
  const pointer = (breach.pointer ?? '').slice(0, maxPointer).replace(/\/\d+(?=\/|$)/g, '/*');
  const status = outcome.kind === 'response' ? outcome.status : outcome.code;
  return [rule.id, item.operation?.id ?? '', breach.level, status, pointer].join(' ');
}
