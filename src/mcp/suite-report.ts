/** The parts of JSON reports that tools read: what `drydock verify` and `drydock diff` write with `--report json`. */

/** Of `src/diff/reports/diff-report.schema.json`. */
export interface DiffReport {
  readonly verdict: string;
  readonly notices: readonly string[];
  readonly traffic: Readonly<Record<string, unknown>> | null;
  readonly changes: readonly (Readonly<Record<string, unknown>> & {
    readonly id: string;
    readonly effect: string;
  })[];
}

/** Of `src/reports/json-report.schema.json`. */
export interface SuiteReport {
  readonly target: string;
  readonly summary: Readonly<Record<string, unknown>> & {
    readonly judgedRules: {
      readonly judged: number;
      readonly counted: number;
      readonly notCounted: readonly unknown[];
    };
  };
  readonly failures: readonly SuiteFailure[];
  readonly fixFirst: readonly { readonly rules: readonly string[] }[];
  readonly rules: readonly {
    readonly rule: SuiteRule;
    readonly verdict: string;
    readonly judged: number;
    readonly reason: string | null;
  }[];
}

export interface SuiteRule {
  readonly id: string;
  readonly level: string;
  readonly title: string;
  /** Of the specification, or of a standard. */
  readonly section: string;
  readonly sentence: string;
}

/** One cause of failures. */
export interface SuiteFailure {
  readonly rule: SuiteRule;
  readonly verdict: string;
  readonly operation: string | null;
  readonly flaky: boolean;
  /** The request in words. */
  readonly title: string;
  readonly case: string;
  readonly sent: { readonly curl: string };
  readonly answer: {
    readonly status: number;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: string;
  } | null;
  readonly noAnswer: string | null;
  readonly expected: readonly string[];
  readonly actual: string;
  readonly pointer: string | null;
  readonly problems: readonly string[];
  /** The place that it breaks. */
  readonly document: { readonly file: string; readonly pointer: string; readonly line: number } | null;
  readonly seen: { readonly operations: readonly string[]; readonly cases: number };
  readonly alsoBroken: readonly {
    readonly rule: SuiteRule;
    readonly actual: string;
    readonly pointer: string | null;
  }[];
  readonly expectedFailure: { readonly reason: string } | null;
}

/** Ids of rules, those first that a fix begins with. */
export function brokenRules({ fixFirst, failures }: SuiteReport): string[] {
  const failed = new Set(failures.map(({ rule }) => rule.id));
  const inOrder = fixFirst.flatMap(({ rules }) => rules).filter((id) => failed.has(id));
  return [...new Set([...inOrder, ...failed])];
}
