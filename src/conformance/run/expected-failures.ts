import type { Contract } from '../../contract/contract.js';
import { didYouMean } from '../../contract/nearest-names.js';
import { OptionError } from '../../contract/option-error.js';
import { brokenRules, type Failure, type RuleResult } from '../events.js';
import { isExpired, readExpectedList } from '../../contract/files/expected-list.js';
import { glob } from './glob.js';

/** A failure that is known and accepted for now. */
export interface ExpectedFailure {
  /** Glob over rule ids. */
  readonly rule: string;
  /** Only for this operation. */
  readonly operation?: string;
  /** Why it is accepted. */
  readonly reason: string;
  /** Last day on which it is accepted, as YYYY-MM-DD. */
  readonly expires?: string;
}

/** The part of a reported failure that the end of a run needs. */
export type ReportedFailure = Pick<
  Failure,
  'rule' | 'alsoBroken' | 'operation' | 'verdict' | 'expectedFailure'
>;

/**
 * Reads a list of expected failures, YAML or JSON: `[{rule, operation?, reason, expires?}]`.
 *
 * @throws Error naming the file, the entry and what is wrong with it
 */
export function readExpectedFailures(file: string): ExpectedFailure[] {
  return readExpectedList(file, 'rule', ['operation']);
}

/**
 * A mistyped name would accept nothing, and its failure would be looked for elsewhere.
 *
 * @throws OptionError for an entry whose rule or operation there is not
 */
export function assertExpectedFailures(
  entries: readonly ExpectedFailure[],
  rules: readonly { readonly id: string }[],
  { operations }: Pick<Contract, 'operations'>,
): void {
  const ids = rules.map(({ id }) => id);
  for (const { rule, operation } of entries) {
    if (!ids.some(glob(rule))) throw unknownName('rule', rule, ids);
    const known = operations.map(({ id }) => id);
    if (operation !== undefined && !known.includes(operation))
      throw unknownName('operation', operation, known);
  }
}

function unknownName(what: string, name: string, known: readonly string[]): OptionError {
  const hint = didYouMean(name, known, `There are ${known.slice(0, 8).join(', ')}…`);
  return new OptionError(
    `An expected failure names the ${what} ${JSON.stringify(name)}, which there is not. ${hint}`,
  );
}

/** The first entry that is about a rule and an operation, whether it has expired or not; -1 for none. */
export function indexOfEntry(
  entries: readonly ExpectedFailure[],
  rule: string,
  operation: string | null,
): number {
  return entries.findIndex((entry) => covers(entry, rule, operation));
}

/** The failure, marked as expected when an entry that has not expired covers it. */
export function markExpected(failure: Failure, entries: readonly ExpectedFailure[], now: number): Failure {
  const found = entries.find(
    (entry) => covers(entry, failure.rule.id, failure.operation) && !isExpired(entry, now),
  );
  if (found === undefined) return failure;
  return { ...failure, expectedFailure: { reason: found.reason, expires: found.expires ?? null } };
}

/**
 * Notices about the list itself: entries that no longer fail, and entries that have expired.
 *
 * @param results none of a run that sent less than it planned: what was left out may fail still
 */
export function noticesOf(
  entries: readonly ExpectedFailure[],
  failures: readonly ReportedFailure[],
  results: readonly RuleResult[],
  now: number,
): string[] {
  return entries.flatMap((entry) => {
    const name = entry.operation === undefined ? entry.rule : `${entry.rule} (${entry.operation})`;
    const isBroken = failures.some((failure) =>
      brokenRules(failure).some(({ id }) => covers(entry, id, failure.operation)),
    );
    if (isBroken)
      return isExpired(entry, now)
        ? [
            `The expected failure ${name} was accepted until ${entry.expires ?? ''} and counts again: ${entry.reason}`,
          ]
        : [];
    const checked = results.some((result) => glob(entry.rule)(result.rule.id) && result.judged > 0);
    return checked ? [`The expected failure ${name} did not fail: take it off the list.`] : [];
  });
}

function covers(entry: ExpectedFailure, rule: string, operation: string | null): boolean {
  return glob(entry.rule)(rule) && (entry.operation === undefined || entry.operation === operation);
}
