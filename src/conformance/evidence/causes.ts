import type { Case } from '../cases/case.js';
import { binds, type Level } from '../level.js';
import { ComparedGroup } from './compared-group.js';
import type { FailureGroup } from './failure-group.js';

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
  readonly cases: readonly Pick<Case, 'id' | 'problems'>[];
  readonly rules: readonly string[];
}

/** A target may fail in ever new ways; comparing all of them with one another would take too long. */
const maxCompared = 300;

/** Groups that have one cause, put together; what fails the run first, then what was seen in most cases. */
export function causesOf(groups: readonly FailureGroup[], chosen: Level, order: PlanOrder): Cause[] {
  const rank = ranks(order.cases.map(({ id }) => id));
  const problems = new Map(order.cases.map((item) => [item.id, item.problems]));
  const ruleRank = ranks(order.rules);
  const byRule = (a: FailureGroup, b: FailureGroup): number =>
    ruleRank(a.rule.id) - ruleRank(b.rule.id) || a.key.localeCompare(b.key);
  const sorted = groups
    .map((group) => new ComparedGroup(group, problems))
    .sort(
      (a, b) =>
        weightOf(a.group, chosen) - weightOf(b.group, chosen) ||
        b.cases.size - a.cases.size ||
        b.generality - a.generality ||
        byRule(a.group, b.group),
    );
  const clusters: Cluster[] = [uncheckedKeys(sorted, chosen)].filter((cluster) => cluster !== undefined);
  const refused = oneRefusal(
    sorted.filter((seen) => !clusters.some((cluster) => cluster.includes(seen))),
    chosen,
  );
  if (refused !== undefined) clusters.push(refused);
  const taken = new Set(clusters.flat());
  for (const seen of sorted) {
    if (taken.has(seen)) continue;
    const [found, ...more] = clusters
      .slice(0, maxCompared)
      .filter((cluster) => cluster.some((other) => isSameCause(other, seen, chosen)));
    if (found) found.push(seen, ...more.flat());
    else clusters.push([seen]);
    for (const joined of more) clusters.splice(clusters.indexOf(joined), 1);
  }
  const causes = withoutSymptoms(clusters, chosen).map((cluster): Cause => {
    const main = plainestOf(cluster, chosen);
    const others = cluster.filter((seen) => seen !== main);
    const cases = new Set(cluster.flatMap((seen) => [...seen.cases]));
    return {
      main: main.group,
      others: others.map(({ group }) => group).sort(byRule),
      cases: [...cases].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1)),
    };
  });
  return causes.sort(
    (a, b) =>
      weightOf(a.main, chosen) - weightOf(b.main, chosen) ||
      b.cases.length - a.cases.length ||
      byRule(a.main, b.main),
  );
}

/** Two causes as one, shown by the first. */
export function joined(one: Cause, other: Cause): Cause {
  return {
    main: one.main,
    others: [...one.others, other.main, ...other.others],
    cases: [...new Set([...one.cases, ...other.cases])],
  };
}

/** The group that shows a cause best: a request that a target accepted says more than its words about another. */
function plainestOf(cluster: Cluster, chosen: Level): ComparedGroup {
  const [first] = cluster;
  const mismatch = cluster.find((seen) => seen.isMismatch && weightOf(seen.group, chosen) === 0);
  if (mismatch !== undefined) return mismatch;
  const priority = ({ group }: ComparedGroup): number => group.exchange.case.priority;
  const accepted = cluster
    .filter((seen) => seen.isAccepted && weightOf(seen.group, chosen) === 0)
    .sort((a, b) => priority(a) - priority(b) || b.cases.size - a.cases.size);
  return first.isAccepted || first.isWording ? (accepted[0] ?? first) : first;
}

/** Of so many cases in a hundred that show a symptom, the responses are wrong as a whole. */
const symptomatic = 80;

/** The causes, without those that were seen almost only in responses that are wrong as a whole: with a wrong status, or unreadable. */
function withoutSymptoms(clusters: readonly Cluster[], chosen: Level): Cluster[] {
  const kept: { readonly cluster: Cluster; readonly wrong: ReadonlySet<string> }[] = [];
  const all = clusters.map((cluster) => ({
    cluster,
    wrong: new Set(cluster.filter((seen) => seen.isOfWhole).flatMap(({ cases }) => [...cases])),
  }));
  for (const one of [
    ...all.filter(({ wrong }) => wrong.size > 0),
    ...all.filter(({ wrong }) => wrong.size === 0),
  ]) {
    const [{ group }] = one.cluster;
    const cases = one.cluster.flatMap((seen) => [...seen.cases]);
    const cause = kept.find(({ cluster: [main], wrong }) => {
      if (main.group.expectation !== group.expectation) return false;
      if (weightOf(main.group, chosen) !== weightOf(group, chosen)) return false;
      return cases.filter((id) => wrong.has(id)).length * 100 >= cases.length * symptomatic;
    });
    if (cause === undefined) kept.push(one);
    else cause.cluster.push(...one.cluster);
  }
  return kept.map(({ cluster }) => cluster);
}

function weightOf({ level }: FailureGroup, chosen: Level): number {
  return binds(level, chosen) ? 0 : 1;
}

/** Groups of one cause. */
type Cluster = [ComparedGroup, ...ComparedGroup[]];

/** The findings of a target that does not check keys, the plainest first; undefined for one that does. */
function uncheckedKeys(
  sorted: readonly ComparedGroup[],
  chosen: Level,
): [ComparedGroup, ...ComparedGroup[]] | undefined {
  const openTo = ({ group, cases }: ComparedGroup, operation: string | null): boolean =>
    cases.has(`${group.rule.id}/${operation ?? ''}/${group.rule.showsUncheckedKeys ?? ''}`);
  const proofs = sorted.filter((seen) => [...seen.group.operations].some((one) => openTo(seen, one)));
  const now = proofs.find(({ kind }) => kind.startsWith('status 2'));
  const isProven = ({ operations }: FailureGroup): boolean =>
    [...operations].every((one) => proofs.some((proof) => openTo(proof, one)));
  const admitted = (rule: string): ComparedGroup | undefined =>
    sorted.find(
      (seen) => seen.group.rule.id === rule && seen.isUnrefusedKey && seen.kind.startsWith('status 2'),
    );
  // Whoever admits an unknown key and none at all checks keys now and then, wherever that was seen.
  const nowAndThen = admitted('auth/missing-key') && admitted('auth/unknown-key');
  const main = nowAndThen ?? now;
  if (main === undefined) return undefined;
  const hasThisCause = (seen: ComparedGroup): boolean =>
    seen !== main &&
    seen.isUnrefusedKey &&
    seen.group.expectation === main.group.expectation &&
    binds(seen.group.level, chosen) === binds(main.group.level, chosen) &&
    (nowAndThen !== undefined || isProven(seen.group));
  return [main, ...sorted.filter(hasThisCause)];
}

/** So many refusals of different meaning with one status are one mistake: 401, 403 and 404, for example. */
const refusalsOfOneStatus = 3;

/** The findings of a target that has one status for all that it refuses; undefined for one that has several. */
function oneRefusal(
  sorted: readonly ComparedGroup[],
  chosen: Level,
): [ComparedGroup, ...ComparedGroup[]] | undefined {
  const [first, ...more] = sorted.filter(({ otherRefusal }) => otherRefusal !== undefined);
  if (first === undefined) return undefined;
  const others = more.filter(
    ({ group, otherRefusal }) =>
      otherRefusal?.status === first.otherRefusal?.status &&
      group.expectation === first.group.expectation &&
      weightOf(group, chosen) === weightOf(first.group, chosen),
  );
  const wanted = new Set([first, ...others].map(({ otherRefusal }) => otherRefusal?.wanted));
  return wanted.size >= refusalsOfOneStatus ? [first, ...others] : undefined;
}

/** @param large the one that was seen in more cases, or in as many */
function isSameCause(large: ComparedGroup, small: ComparedGroup, chosen: Level): boolean {
  const [a, b] = [large.group, small.group];
  if (a.expectation !== b.expectation || weightOf(a, chosen) !== weightOf(b, chosen)) return false;
  if (isSameMistake(large, small) || isSameMistake(small, large)) return true;
  if (large.misanswered !== undefined && large.misanswered === small.misanswered) return true;
  // A target's words about problems, and several responses taken together, break a rule in several ways.
  const isManifold = a.rule.topic === 'errors' || (a.concluded && b.concluded);
  if (a.rule.id === b.rule.id && isManifold) return true;
  // An envelope of success in an error, or the other way round.
  const areOfEnvelope = a.rule.topic === 'envelope' && b.rule.topic === 'envelope';
  if (areOfEnvelope && isSameSet(large, small)) return true;
  // An envelope that doesn't fit the status breaks several rules, and the status another one.
  const isMismatch = large.isMismatch && small.isWithin(large);
  if (isMismatch && (small.group.rule.topic === 'envelope' || small.kind.startsWith('status '))) return true;
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

/** A place that is not checked: it is accepted in one request, and not named beside other problems. */
function isSameMistake(accepted: ComparedGroup, other: ComparedGroup): boolean {
  if (!accepted.isAccepted) return accepted.isWording && other.isWording && other.isWithin(accepted);
  if (other.isWording) return other.isAbout(accepted.acceptedPlaces);
  const places = new Set(accepted.wrongPlaces);
  return other.isAccepted && other.wrongPlaces.some((place) => places.has(place));
}

const missing = 'got nothing';

/** Two findings about whole responses: the same responses, or the same refusal. */
function isSameResponse(large: ComparedGroup, small: ComparedGroup): boolean {
  if (large.kind === small.kind && large.kind.startsWith('status '))
    return small.isWithin(large) || isSameAnswer(large.group, small.group);
  return isSameSet(large, small);
}

function isSameSet(large: ComparedGroup, small: ComparedGroup): boolean {
  return large.cases.size === small.cases.size && small.isWithin(large);
}

/**
 * A framework that refuses a request by itself answers every such request with the same text, and a target that doesn't look at
 * bodies answers different ones with the very answer of an earlier one.
 */
function isSameAnswer(a: FailureGroup, b: FailureGroup): boolean {
  const [one, other] = [a.exchange.outcome, b.exchange.outcome];
  return (
    one.kind === 'response' &&
    other.kind === 'response' &&
    (one.status >= 400 || [a, b].every(({ exchange: { request } }) => request.body !== undefined)) &&
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
