/** The parts of JSON reports that tools read: what `drydock verify` and `drydock diff` write with `--report json`. */
import type {
  AlsoBroken,
  EarlierExchange,
  Failure,
  RuleInfo,
  RuleResult,
  SummaryEvent,
} from '../conformance/events.js';
import type { Change } from '../diff/change.js';
import type { Comparison } from '../diff/diff-documents.js';

/** Of `src/diff/reports/diff-report.schema.json`. */
export interface DiffReport extends Pick<Comparison, 'verdict' | 'notices' | 'traffic'> {
  readonly changes: readonly Pick<Change, 'id' | 'kind' | 'effect' | 'certainty' | 'text'>[];
}

/** Of `src/reports/json-report.schema.json`. */
export interface SuiteReport {
  readonly target: string;
  readonly summary: Pick<SummaryEvent, 'judgedRules'> & Readonly<Record<string, unknown>>;
  readonly failures: readonly SuiteFailure[];
  readonly fixFirst: readonly { readonly rules: readonly string[] }[];
  readonly rules: readonly (OfRule & Pick<RuleResult, 'verdict' | 'judged' | 'reason'>)[];
}

export type SuiteRule = Pick<RuleInfo, 'id' | 'level' | 'title' | 'section' | 'sentence'>;

interface OfRule {
  readonly rule: SuiteRule;
}

/** One cause of failures. */
export interface SuiteFailure
  extends
    OfRule,
    Pick<Failure, 'verdict' | 'operation' | 'flaky' | 'title' | 'case' | 'answer' | 'noAnswer'>,
    Pick<Failure, 'expected' | 'actual' | 'pointer' | 'problems' | 'document'> {
  readonly sent: Pick<Failure['sent'], 'curl'>;
  readonly before: readonly (Pick<EarlierExchange, 'title' | 'answer'> & Pick<SuiteFailure, 'sent'>)[];
  readonly seen: Pick<Failure['seen'], 'operations' | 'cases'>;
  readonly alsoBroken: readonly (OfRule & Pick<AlsoBroken, 'actual' | 'pointer'>)[];
  readonly expectedFailure: { readonly reason: string } | null;
}

/** Ids of rules, those first that a fix begins with. */
export function brokenRules({ fixFirst, failures }: SuiteReport): string[] {
  const failed = new Set(failures.map(({ rule }) => rule.id));
  const inOrder = fixFirst.flatMap(({ rules }) => rules).filter((id) => failed.has(id));
  return [...new Set([...inOrder, ...failed])];
}
