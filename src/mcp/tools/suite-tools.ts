import { ToolError, type SuiteReport, type Tool, type ToolContext } from '../tool.js';

/** So many failures are shown in full; their rules are named all the same. */
const maxFailures = 10;

const runVerify: Tool = {
  name: 'run_verify',
  description:
    'Checks a server against the contract and returns the verdict with each broken rule: its sentence in the specification, the request as curl, what was expected and what came. The person who started this server has named the targets.',
  properties: {
    target: { type: 'string', description: 'One of the targets; may be left out where there is one.' },
    only: { type: 'string', description: 'Glob over ids of rules, cases or operations, such as envelope/*.' },
    level: {
      enum: ['must', 'should', 'assumed'],
      description: 'The weakest level that fails; must by default.',
    },
    budget: { type: 'integer', minimum: 1, maximum: 1_000_000, description: 'Cases at most.' },
  },
  changes: 'target',
  async call(args, context) {
    const report = await context.suite.run(
      targetOf(args.text('target'), context),
      args.pick('only', 'level', 'budget'),
    );
    return shortened(report);
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

function shortened({ target, summary, failures }: SuiteReport) {
  const rules = [...new Set(failures.map(({ rule }) => rule.id))];
  return { target, summary, brokenRules: rules, failures: failures.slice(0, maxFailures) };
}

const explainFailure: Tool = {
  name: 'explain_failure',
  description:
    'Explains a failure: of a rule in the last run of run_verify, with all its evidence; or of a request to the mock, with each thing that was wrong with it and, for rates, what each charge is made of.',
  properties: {
    rule: { type: 'string', description: 'The id of a rule that failed, such as envelope/data.' },
    sandbox: { type: 'string', description: 'The sandbox of a request to the mock.' },
    request: { type: 'integer', minimum: 1, description: 'The id of that request, as get_requests has it.' },
  },
  async call(args, { mock, suite }) {
    const [rule, name, id] = [args.text('rule'), args.text('sandbox'), args.number('request')];
    if (rule !== undefined) return failuresOf(rule, suite.last());
    if (name !== undefined && id !== undefined) return (await mock()).sandbox(name).request(id);
    throw new ToolError('Give the id of a rule, or sandbox and request.');
  },
};

function failuresOf(rule: string, report: SuiteReport | undefined) {
  if (!report) throw new ToolError('Nothing was verified yet: call run_verify first.');
  const found = report.failures.filter((failure) => failure.rule.id === rule);
  if (found.length > 0) return { target: report.target, failures: found.slice(0, maxFailures) };
  const broken = [...new Set(report.failures.map((failure) => failure.rule.id))].join(', ') || 'none';
  throw new ToolError(
    `The rule ${JSON.stringify(rule)} did not fail in the last run; broken rules: ${broken}.`,
  );
}

/** So many changes are returned; their number is told all the same. */
const maxChanges = 50;

const compareDocuments: Tool = {
  name: 'compare_documents',
  description:
    'Compares two OpenAPI documents by what clients notice, and says of each breaking change whether recorded clients of the running mock have met it. Nothing is sent.',
  properties: {
    old: { type: 'string', description: 'The document that clients know: a file below the working folder.' },
    new: { type: 'string', description: 'The planned document, likewise.' },
    weighed: {
      type: 'boolean',
      description: 'Weigh the changes by the journal of the running mock; true by default.',
    },
  },
  required: ['old', 'new'],
  async call(args, { comparer }) {
    const [old = '', now = ''] = [args.text('old'), args.text('new')];
    const { changes, ...report } = await comparer.compare(old, now, args.pick('weighed').weighed !== false);
    const breaking = changes.filter(({ effect }) => effect === 'breaking');
    return { ...report, breaking: breaking.slice(0, maxChanges), harmless: changes.length - breaking.length };
  },
};

/** Tools over the suite and over documents. */
export const suiteTools: readonly Tool[] = [runVerify, explainFailure, compareDocuments];
