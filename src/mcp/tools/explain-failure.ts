import type { ResponseEvidence } from '../../conformance/events.js';
import { nextSchema, pageAfter, pageArguments } from '../page.js';
import { integer, listOf, objectOf, sandboxArgument, string, strings } from '../schemas.js';
import { brokenRules, type SuiteFailure, type SuiteReport } from '../suite-report.js';
import { ToolError, type Tool, type ToolArguments } from '../tool.js';
import { explainedExchange } from './exchange-lines.js';

const sentSchema = { type: 'string', description: 'What was sent, in words.' } as const;

const responseSchema = objectOf({
  status: integer,
  headers: listOf(string),
  body: { type: 'string', description: 'Its beginning.' },
});

/** `explain_failure` takes a failure to the sentence that it breaks. */
export const explainFailure: Tool = {
  name: 'explain_failure',
  title: 'Explain a failure',
  description:
    'Explains a failure. Of a rule in the last run of run_verify: its sentence in the specification, and for each cause the request as curl, what was expected and what came, and the place in the document (file, line, JSON pointer). Or of a request to the mock: each thing that was wrong with it and, for rates, what each charge is made of.',
  properties: {
    rule: { type: 'string', description: 'The id of a rule that failed, such as envelope/data.' },
    ...pageArguments(5),
    sandbox: { ...sandboxArgument, description: 'The sandbox of a request to the mock.' },
    request: { type: 'integer', minimum: 1, description: 'The id of that request, as get_requests has it.' },
  },
  output: objectOf(
    {},
    {
      target: string,
      rule: objectOf({
        ...{ id: string, level: string, title: string, sentence: string },
        section: { type: 'string', description: 'Of the specification, or of a standard.' },
      }),
      failures: listOf(failureSchema()),
      next: nextSchema,
      exchange: explainedExchange,
    },
  ),
  async call(args, { mock, suite }) {
    const [rule, name, id] = [args.text('rule'), args.text('sandbox'), args.number('request')];
    if (rule !== undefined && (name !== undefined || id !== undefined))
      throw new ToolError('Give the id of a rule, or sandbox and request, and not both.');
    if (rule !== undefined) return failuresOf(rule, suite.last(), args);
    if (name === undefined || id === undefined)
      throw new ToolError('Give the id of a rule, or sandbox and request.');
    return { exchange: await (await mock()).sandbox(name).request(id) };
  },
};

function failureSchema() {
  return objectOf(
    {
      number: { type: 'string', description: 'Its place among the failures of the rule.' },
      verdict: { enum: ['FAIL', 'WARN'] },
      operations: strings,
      sent: sentSchema,
      curl: { type: 'string', description: 'The request; keys are variables such as $DRYDOCK_KEY.' },
      response: { anyOf: [{ type: 'null' }, responseSchema] },
      expected: strings,
      actual: string,
      pointer: { type: ['string', 'null'], description: "JSON pointer into the response's body." },
      document: {
        description: 'The place in the OpenAPI document; null where the rule is about none.',
        anyOf: [{ type: 'null' }, objectOf({ file: string, pointer: string, line: integer })],
      },
      case: { type: 'string', description: 'Give it to run_verify as only to send it again.' },
      cases: { type: 'integer', description: 'How many cases show it.' },
    },
    {
      before: {
        ...listOf(objectOf({ sent: sentSchema, curl: string, response: responseSchema })),
        description: 'The requests to send before it to see it, in this order.',
      },
      problems: { ...strings, description: 'What was wrong with the request, where that is the point.' },
      noResponse: string,
      flaky: { type: 'boolean', description: 'It did not break again when the request was repeated.' },
      countedAs: { type: 'string', description: 'The rule under which the report counts this cause.' },
      alsoBroken: { ...strings, description: 'Ids of other rules that the cause breaks.' },
      expectedFailure: { type: 'string', description: 'Why it is expected, and does not count.' },
    },
  );
}

function failuresOf(id: string, report: SuiteReport | undefined, args: ToolArguments) {
  if (!report) throw new ToolError('Nothing was verified yet: call run_verify first.');
  const found = report.failures.flatMap((failure) => {
    const rule = [failure.rule, ...failure.alsoBroken.map((also) => also.rule)].find((one) => one.id === id);
    return rule ? [{ rule, failure }] : [];
  });
  const [first] = found;
  if (!first) throw whyNotFailed(id, report);
  const explained = found.map(({ failure }, index) => explain(failure, id, index + 1));
  const { items, next } = pageAfter(explained, ({ number }) => number, args, 5);
  const { level, title, sentence, section } = first.rule;
  return { target: report.target, rule: { id, level, title, sentence, section }, failures: items, next };
}

function explain(failure: SuiteFailure, id: string, number: number) {
  const { verdict, answer, expected, document, seen, problems, noAnswer, before } = failure;
  const also = failure.alsoBroken.find(({ rule }) => rule.id === id);
  const { actual, pointer } = also ?? failure;
  const others = failure.alsoBroken.filter((one) => one !== also).map(({ rule }) => rule.id);
  return {
    ...{ number: String(number), verdict, operations: seen.operations, ...requestOf(failure) },
    response: answer && responseOf(answer),
    ...{ expected, actual, pointer, document },
    ...{ case: failure.case, cases: seen.cases },
    ...(before.length > 0 ? { before: before.map(earlier) } : {}),
    ...(problems.length > 0 ? { problems } : {}),
    ...(noAnswer === null ? {} : { noResponse: noAnswer }),
    ...(failure.flaky ? { flaky: true } : {}),
    ...(also ? { countedAs: failure.rule.id } : {}),
    ...(others.length > 0 ? { alsoBroken: others } : {}),
    ...(failure.expectedFailure ? { expectedFailure: failure.expectedFailure.reason } : {}),
  };
}

function requestOf({ title, sent }: Pick<SuiteFailure, 'title' | 'sent'>) {
  return { sent: title, curl: sent.curl };
}

function responseOf({ status, headers, body }: ResponseEvidence) {
  return { status, headers: headers.map(([name, value]) => `${name}: ${value}`), body };
}

function earlier(exchange: SuiteFailure['before'][number]) {
  return { ...requestOf(exchange), response: responseOf(exchange.answer) };
}

/** Why a rule is none of the broken ones, as far as the report tells. */
function whyNotFailed(id: string, report: SuiteReport): ToolError {
  const known = report.rules.find(({ rule }) => rule.id === id);
  const broken = brokenRules(report).join(', ') || 'none';
  if (!known)
    return new ToolError(`The last run checked no rule ${JSON.stringify(id)}; broken rules: ${broken}.`);
  const { judged, reason } = known;
  const why = reason === null ? `it was checked on ${judged} responses` : `not checked: ${reason}`;
  return new ToolError(
    `The rule ${JSON.stringify(id)} did not fail in the last run (${why}); broken rules: ${broken}.`,
  );
}
