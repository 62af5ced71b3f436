import { firstOf, plural } from '../conformance/counting.js';
import type { CaseEvent, ConformanceEvent, Failure, PlanEvent, SummaryEvent } from '../conformance/events.js';

/** All events of a run together, for reports that are written at its end. */
export interface RunRecord {
  readonly plan: PlanEvent;
  readonly cases: readonly CaseEvent[];
  readonly failures: readonly Failure[];
  readonly summary: SummaryEvent;
}

/** Collects the events, and writes the report at the summary. */
export function atTheEnd(write: (record: RunRecord) => string): (event: ConformanceEvent) => string {
  let plan: PlanEvent | undefined;
  const cases: CaseEvent[] = [];
  const failures: Failure[] = [];
  return (event) => {
    if (event.type === 'plan') plan = event;
    if (event.type === 'case') cases.push(event);
    if (event.type === 'failure') failures.push(event.failure);
    return event.type === 'summary' && plan ? write({ plan, cases, failures, summary: event }) : '';
  };
}

/** In the order in which to fix them: failures, expected failures, warnings; of each, what was seen in most cases first. */
export function bySeverity(failures: readonly Failure[]): Failure[] {
  const rank = (failure: Failure) =>
    failure.verdict === 'WARN' ? 3 : !counts(failure) ? 2 : failure.flaky ? 1 : 0;
  return [...failures].sort(
    (a, b) => rank(a) - rank(b) || b.seen.cases - a.seen.cases || a.rule.id.localeCompare(b.rule.id),
  );
}

/** Returns whether a failure counts against the target. */
export function counts({ verdict, expectedFailure }: Failure): boolean {
  return verdict === 'FAIL' && expectedFailure === null;
}

/** Says under which rule the cause is reported that breaks another rule too; undefined where none does. */
export function reportedElsewhere(failures: readonly Failure[], id: string): string | undefined {
  const cause = failures.find((one) => counts(one) && one.alsoBroken.some(({ rule }) => rule.id === id));
  return cause && `Broken by a cause that is reported under ${cause.rule.id}.`;
}

/** The rules that no response decided, each with the reason. */
export function notJudged({
  rules,
}: SummaryEvent): readonly { readonly id: string; readonly reason: string }[] {
  return rules
    .filter(({ verdict }) => verdict === 'SKIP' || verdict === 'ERROR')
    .map(({ rule, reason }) => ({ id: rule.id, reason: reason ?? '' }));
}

/** The command of each request of a failure. */
export function commandsOf({ before, sent }: Failure): string[] {
  return [...before.map((one) => one.sent.curl), sent.curl];
}

/** The commands that show a failure, a line for each request. */
export function curlsOf({ before, sent }: Failure): string {
  const first = before.map((one) => one.sent.curl);
  // What goes on one connection is one command already.
  const isWhole = first[0] !== undefined && sent.curl.startsWith(`${first[0]} --next `);
  return [...(isWhole ? [] : first), sent.curl].join('\n');
}

/** A row of a failure's description, in a report that has rows. */
export type Row = readonly [name: string, text: string];

export function optional(name: string, text: string | null | undefined): Row[] {
  return text === null || text === undefined ? [] : [[name, text]];
}

/** The verdict of a failure and what qualifies it, such as `FAIL FLAKY`. */
export function marks({ verdict, flaky, expectedFailure }: Failure): string {
  return [verdict, ...(flaky ? ['FLAKY'] : []), ...(expectedFailure ? ['EXPECTED'] : [])].join(' ');
}

/** A sentence about a failure that did not repeat. */
export function flakyText({ only }: Failure): string {
  if (only === null) return 'the same request did not fail again when it was repeated alone';
  return `only ${only}: the same request does not fail alone`;
}

/** Names of operations that are listed one by one. */
const maxNames = 3;

/** All places where a cause was seen: `on 2 operations (a, b), statuses 400 401, 31 cases`. */
export function seenText({ seen }: Failure): string {
  const { statuses, cases } = seen;
  const status =
    statuses.length === 0 ? 'no status' : `status${statuses.length === 1 ? '' : 'es'} ${statuses.join(' ')}`;
  return [operationsText(seen), status, plural(cases, 'case')].join(', ');
}

function operationsText({ operations, outside }: Failure['seen']): string {
  if (operations.length === 0) return 'outside any operation';
  const names = firstOf(operations, maxNames);
  const where =
    operations.length === 1 ? `on ${names}` : `on ${plural(operations.length, 'operation')} (${names})`;
  return outside ? `${where} and outside any` : where;
}

/** A line of `fixFirst`. */
export interface RankedFailure {
  readonly failure: Failure;
  /** Ids of the other rules that it breaks. */
  readonly others: readonly string[];
}

/** The failures that count against the target, by the rules that it breaks; those to fix first come first. */
export function fixFirst(failures: readonly Failure[]): RankedFailure[] {
  return bySeverity(failures.filter(counts)).map((failure) => ({
    failure,
    others: [...new Set(failure.alsoBroken.map(({ rule }) => rule.id))].filter(
      (id) => id !== failure.rule.id,
    ),
  }));
}

/** The place of a failure in the response's body; null when it is about the whole response. */
export function placeText(pointer: string | null): string | null {
  return pointer === '' ? 'the body itself' : pointer;
}

/** The verdict and its figures, on one line. */
export function verdictLine(summary: SummaryEvent): string {
  const { verdict, couldNotJudge, failures, warnings, cases, requests, exchanges, seconds } = summary;
  if (couldNotJudge !== null) return `COULD NOT JUDGE: ${couldNotJudge}`;
  const found = failures === 0 ? 'no failure' : plural(failures, 'failure');
  const warned = warnings === 0 ? '' : `, ${plural(warnings, 'warning')}`;
  const judged =
    exchanges === undefined
      ? `${plural(cases, 'case')}, ${plural(requests, 'request')}`
      : `${plural(exchanges, 'exchange')}, nothing sent`;
  const cost = `${judged}, ${seconds.toFixed(1)} s`;
  const { unserved } = summary;
  const isPartial =
    summary.narrowedBy.length > 0 || summary.notSent + summary.withheld > 0 || unserved !== undefined;
  const without =
    unserved === undefined
      ? ''
      : `, which is not ${unserved.operations} of ${plural(unserved.of, 'operation')}`;
  const limited = verdict === 'conforms' && isPartial ? ` in what was judged${without}` : '';
  return `${verdict.toUpperCase()}${limited}: ${found}${warned} (${cost})`;
}

/** Limits of the verdict; sentences. */
export function caveats(plan: PlanEvent, summary: SummaryEvent): string[] {
  return [
    ...(summary.notSent > 0 && summary.couldNotJudge === null
      ? [
          `Incomplete: ${plural(summary.notSent, 'case')} of ${plan.cases.length} could not be sent; see the skipped rules.`,
        ]
      : []),
    ...(summary.judgedRules.judged > 0 ? [judgedShare(summary)] : []),
    ...(summary.requests > 0 ? [writtenText(summary)] : []),
    ...(plan.cut > 0 ? [`The budget left out ${plural(plan.cut, 'case')}.`] : []),
    ...(summary.expectedFailures > 0
      ? [`${plural(summary.expectedFailures, 'failure')} expected by the list of known failures.`]
      : []),
    ...summary.notices,
  ];
}

/** The share of the binding rules that was judged, and the rules that don't count, by the reason. */
function judgedShare({ judgedRules: { judged, counted, notCounted }, narrowedBy }: SummaryEvent): string {
  const reasons = [...new Set(notCounted.map(({ reason }) => reason))];
  const groups = reasons.map((reason) => {
    const rules = notCounted.filter((one) => one.reason === reason).map(({ rule }) => rule);
    return `${rules.length > 6 ? plural(rules.length, 'rule') : rules.join(', ')}: ${reason}`;
  });
  const narrowed = narrowedBy.length === 0 ? '' : ` Narrowed by ${narrowedBy.join(' and ')}.`;
  const rest = groups.length === 0 ? '' : ` Not counted: ${groups.join('; ')}.`;
  return `Judged ${judged} of ${plural(counted, 'MUST rule')}.${narrowed}${rest}`;
}

/** The writes of the run on the target. */
function writtenText({ written }: SummaryEvent): string {
  if (written === 0) return 'Nothing was written: no request was sent that changes data.';
  return `${plural(written, 'request')} that may have changed data ${written === 1 ? 'was' : 'were'} sent.`;
}
