import { integer, listOf, nullableString, objectOf, openObject, string, strings } from '../schemas.js';
import { brokenRules, type SuiteReport } from '../suite-report.js';
import { ToolError, type Tool, type ToolContext } from '../tool.js';

/** So many failures are listed; their rules are named all the same. */
const maxFailures = 20;

/** `run_verify` runs the suite. */
export const runVerify: Tool = {
  name: 'run_verify',
  title: 'Run the contract suite',
  description:
    'Checks a server against the contract and returns the verdict with the broken rules, in the order in which to fix them, and a line for each failure; explain_failure has the evidence. The person who started this server has named the targets.',
  properties: {
    target: { type: 'string', description: 'One of the targets; may be left out where there is one.' },
    only: { type: 'string', description: 'Glob over ids of rules, cases or operations, such as envelope/*.' },
    level: {
      enum: ['must', 'should', 'assumed'],
      description: 'The weakest level that fails; must by default.',
    },
    budget: { type: 'integer', minimum: 1, maximum: 1_000_000, description: 'Cases at most.' },
  },
  output: objectOf({
    target: string,
    summary: openObject({
      verdict: string,
      exitCode: { enum: [0, 1, 3] },
      couldNotJudge: nullableString,
      failures: integer,
      warnings: integer,
      cases: integer,
      written: { type: 'integer', description: 'Requests that may have changed data on the target.' },
      notCounted: { type: 'integer', description: 'MUST rules that this run had no use for.' },
    }),
    brokenRules: { ...strings, description: 'Ids, in the order in which to fix them.' },
    failures: listOf(
      objectOf({
        rule: string,
        verdict: { enum: ['FAIL', 'WARN'] },
        operation: nullableString,
        sent: string,
        actual: string,
        cases: integer,
      }),
    ),
    more: { type: 'integer', description: 'Failures that are not listed here.' },
  }),
  changes: 'target',
  async call(args, context, running) {
    const target = targetOf(args.text('target'), context);
    return shortened(await context.suite.run(target, args.pick('only', 'level', 'budget'), running));
  },
};

function targetOf(given: string | undefined, { suite: { targets } }: ToolContext): string {
  if (targets.length === 0)
    throw new ToolError(
      'No target was named: start drydock mcp with --target URL, or name targets in drydock.config.yaml.',
    );
  const [first = ''] = targets;
  if (given === undefined && targets.length === 1) return first;
  if (given !== undefined && targets.includes(given)) return given;
  throw new ToolError(
    `The target must be one of ${targets.join(', ')}, got ${JSON.stringify(given ?? null)}.`,
  );
}

function shortened(report: SuiteReport) {
  const { judgedRules, ...summary } = report.summary;
  const { judged, counted, notCounted } = judgedRules;
  const listed = report.failures.slice(0, maxFailures);
  return {
    target: report.target,
    summary: { ...summary, judgedRules: { judged, counted }, notCounted: notCounted.length },
    brokenRules: brokenRules(report),
    failures: listed.map(({ rule, verdict, operation, title, actual, seen }) => ({
      ...{ rule: rule.id, verdict, operation, sent: title, actual, cases: seen.cases },
    })),
    more: report.failures.length - listed.length,
  };
}
