import { binds, type Level } from '../level.js';
import { placeOf, type FailureGroup } from './failure-group.js';
import { kindOfBreach } from './kind-of-breach.js';

/**
 * One mistake of a target, as far as can be seen from outside. It may break several rules: an HTML page where JSON is
 * demanded is no JSON, has the wrong Content-Type and is no envelope.
 */
export interface Cause {
  /** The group that shows it best. */
  readonly main: FailureGroup;
  /** The other groups of the same cause. */
  readonly others: readonly FailureGroup[];
  /** Ids of all cases that show it, in the order of the plan. */
  readonly cases: readonly string[];
}

/** The order of the plan; the order in which responses come is chance. */
export interface PlanOrder {
  readonly cases: readonly string[];
  readonly rules: readonly string[];
}

/** A target may fail in ever new ways; comparing all of them with one another would take too long. */
const maxCompared = 300;

/** Groups that have one cause, put together; what fails the run first, then what was seen in most cases. */
export function causesOf(groups: readonly FailureGroup[], chosen: Level, order: PlanOrder): Cause[] {
  const rank = ranks(order.cases);
  const ruleRank = ranks(order.rules);
  const byRule = (a: FailureGroup, b: FailureGroup): number =>
    ruleRank(a.rule.id) - ruleRank(b.rule.id) || a.key.localeCompare(b.key);
  const sorted = groups
    .map((group) => new ComparedGroup(group))
    .sort((a, b) => b.cases.size - a.cases.size || b.generality - a.generality || byRule(a.group, b.group));
  const unchecked = uncheckedKeys(sorted, chosen);
  const clusters: [ComparedGroup, ...ComparedGroup[]][] = unchecked === undefined ? [] : [unchecked];
  for (const seen of sorted) {
    if (unchecked?.includes(seen)) continue;
    const found = clusters
      .slice(0, maxCompared)
      .find((cluster) => cluster.some((other) => isSameCause(other, seen, chosen)));
    if (found) found.push(seen);
    else clusters.push([seen]);
  }
  const causes = clusters.map(([main, ...others]): Cause => {
    const cases = new Set([main, ...others].flatMap((seen) => [...seen.cases]));
    return {
      main: main.group,
      others: others.map(({ group }) => group).sort(byRule),
      cases: [...cases].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1)),
    };
  });
  const weight = ({ main }: Cause): number => (binds(main.level, chosen) ? 0 : 1);
  return causes.sort(
    (a, b) => weight(a) - weight(b) || b.cases.length - a.cases.length || byRule(a.main, b.main),
  );
}

/** A group with what it is compared by. */
class ComparedGroup {
  readonly cases: ReadonlySet<string>;
  readonly place: string;
  readonly kind: string;

  constructor(readonly group: FailureGroup) {
    this.cases = new Set(group.cases);
    this.place = placeOf(group.breach);
    this.kind = kindOfBreach(group.breach);
  }

  /** The generality of a finding: the status more than the rest of the response, the whole response more than a field of it. */
  get generality(): number {
    const { document, ...scope } = this.group.rule.appliesTo;
    return (
      (this.place === '' ? 8 : 0) +
      (this.kind.startsWith('status ') ? 4 : 0) +
      (Object.keys(scope).length === 0 ? 2 : 0) +
      (document === 'any' ? 1 : 0)
    );
  }

  /** True if a request that should have been refused for its key was not. */
  get isUnrefusedKey(): boolean {
    const { accept } = this.group.exchange.case;
    return (
      this.place === '' && this.kind.startsWith('status ') && accept.includes(401) && !accept.includes(200)
    );
  }

  isWithin(other: ComparedGroup): boolean {
    return this.cases.size <= other.cases.size && [...this.cases].every((id) => other.cases.has(id));
  }
}

/** The findings of a target that does not check keys, the plainest first; undefined for one that does. */
function uncheckedKeys(
  sorted: readonly ComparedGroup[],
  chosen: Level,
): [ComparedGroup, ...ComparedGroup[]] | undefined {
  const openTo = ({ group, cases }: ComparedGroup, operation: string | null): boolean =>
    cases.has(`${group.rule.id}/${operation ?? ''}/${group.rule.showsUncheckedKeys ?? ''}`);
  const proofs = sorted.filter((seen) => [...seen.group.operations].some((one) => openTo(seen, one)));
  const main = proofs.find(({ kind }) => kind.startsWith('status 2'));
  if (main === undefined) return undefined;
  const hasThisCause = (seen: ComparedGroup): boolean =>
    seen !== main &&
    seen.isUnrefusedKey &&
    seen.group.expectation === main.group.expectation &&
    binds(seen.group.level, chosen) === binds(main.group.level, chosen) &&
    [...seen.group.operations].every((one) => proofs.some((proof) => openTo(proof, one)));
  return [main, ...sorted.filter(hasThisCause)];
}

/** @param large the one that was seen in more cases, or in as many */
function isSameCause(large: ComparedGroup, small: ComparedGroup, chosen: Level): boolean {
  const [a, b] = [large.group, small.group];
  if (a.expectation !== b.expectation || binds(a.level, chosen) !== binds(b.level, chosen)) return false;
  if (small.place === '') return large.place === '' && isSameResponse(large, small);
  // The same place, said by another rule, or what is missing from something that is wrong as a whole.
  if (large.place === small.place)
    return a.rule.id !== b.rule.id && large.kind === small.kind && small.isWithin(large);
  if (small.kind !== missing) return false;
  const isInside =
    large.place === '' ? large.group.breach.pointer === '' : small.place.startsWith(`${large.place}/`);
  if (isInside) return small.isWithin(large);
  return large.kind === missing && parentOf(large.place) === parentOf(small.place) && isSameSet(large, small);
}

const missing = 'got nothing';

/** Two findings about whole responses: the same responses, or the same refusal of the same topic. */
function isSameResponse(large: ComparedGroup, small: ComparedGroup): boolean {
  if (large.kind === small.kind && large.kind.startsWith('status '))
    return small.isWithin(large) || isSameRefusal(large.group, small.group);
  return isSameSet(large, small);
}

function isSameSet(large: ComparedGroup, small: ComparedGroup): boolean {
  return large.cases.size === small.cases.size && small.isWithin(large);
}

/** A framework that refuses a request by itself answers every such request with the same text. */
function isSameRefusal(a: FailureGroup, b: FailureGroup): boolean {
  const [one, other] = [a.exchange.outcome, b.exchange.outcome];
  return (
    a.rule.topic === b.rule.topic &&
    one.kind === 'response' &&
    other.kind === 'response' &&
    one.status >= 400 &&
    one.status === other.status &&
    one.body.equals(other.body)
  );
}

function parentOf(place: string): string {
  return place.slice(0, place.lastIndexOf('/'));
}

function ranks(ids: readonly string[]): (id: string) => number {
  const known = new Map(ids.map((id, index) => [id, index]));
  return (id) => known.get(id) ?? ids.length;
}
