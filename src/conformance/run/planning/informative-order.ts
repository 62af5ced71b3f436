import type { Case } from '../../cases/case.js';

/**
 * The most informative cases first, because a quota, a budget or the time may end the run at any of them: the first case of each
 * rule, then the second of each, and so on, so that every rule has been tried before any is tried to its end. A rule tries its
 * operations in turn. Within such a round priorities decide, then the order of the rules.
 */
export function inInformativeOrder(cases: readonly Case[]): Case[] {
  const inTurns = ranked(cases, ({ ruleId, operation }) => `${ruleId} ${operation?.id ?? ''}`)
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
  // Array.prototype.sort is stable, so that equal cases stay in the order of the rules.
  const rules = new Map(cases.map(({ ruleId }, index) => [ruleId, index]));
  const order = ({ ruleId }: Case): number => rules.get(ruleId) ?? 0;
  return ranked(inTurns, ({ ruleId }) => ruleId)
    .sort((a, b) => a.rank - b.rank || a.item.priority - b.item.priority || order(a.item) - order(b.item))
    .map(({ item }) => item);
}

/** Each case, with how many before it have the same key. */
function ranked(cases: readonly Case[], keyOf: (item: Case) => string): { item: Case; rank: number }[] {
  const counts = new Map<string, number>();
  return cases.map((item) => {
    const key = keyOf(item);
    const rank = counts.get(key) ?? 0;
    counts.set(key, rank + 1);
    return { item, rank };
  });
}
