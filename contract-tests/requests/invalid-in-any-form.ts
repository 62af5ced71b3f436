import type { BodyProblem, CaseDraft } from '../../src/conformance/cases/case.js';
import { bodyNodes, changed } from '../../src/conformance/cases/generate/body-nodes.js';
import { formatLevel } from '../../src/conformance/cases/bodies/mutated-bodies.js';
import type { Mutation } from '../../src/conformance/cases/generate/mutations.js';
import type { Planner } from '../../src/conformance/cases/planner.js';
import { requestHeader, withBody, withHeaders, withJson } from '../../src/conformance/cases/request.js';
import type { RequestParts } from '../../src/conformance/cases/request.js';
import type { Operation } from '../../src/contract/operations.js';
import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'An invalid body is rejected however it is sent, and however large it is.',
  level: 'MUST',
  section: '7',
  sentence:
    '400 Bad Request: Invalid request parameters (missing required fields, invalid values, wrong types or formats).',
  expected: ['status 400', 'status 413 for a large body'],
  inOtherDocuments: { expected: ['a rejection, such as 400 or 422'], quotes: 'requestBody' },
  appliesTo: { document: 'any' },
  hasControls: true,
  priority: 4,
  cases: (planner) =>
    planner.withBody.flatMap((operation) => [
      ...inForms(planner, operation),
      ...large(planner, operation),
      ...malformed(planner, operation),
    ]),
});

function mutationOf(planner: Planner, operation: Operation, kind: Mutation['kind']): Mutation | undefined {
  const isWanted = (one: Mutation): boolean =>
    one.kind === kind && one.later === false && one.level === 'MUST' && one.value !== null;
  return planner.mutations(operation).filter(isWanted).at(-1);
}

/** The same problem in chunks, and with another spelling of the media type. */
function inForms(planner: Planner, operation: Operation): CaseDraft[] {
  const mutation = mutationOf(planner, operation, 'type') ?? mutationOf(planner, operation, 'missing');
  if (mutation === undefined) return [];
  const request = withJson(planner.request(operation), mutation.body);
  const type = requestHeader(request, 'Content-Type') ?? 'application/json';
  const forms: [detail: string, title: string, request: RequestParts][] = [
    ['chunked', 'in chunks', { ...request, wire: { chunks: { bytes: 1024 } } }],
    ['capitals', 'with a type in capitals', withHeaders(request, { 'Content-Type': type.toUpperCase() })],
    ['padded', 'between blanks', withBody(request, `\n ${JSON.stringify(mutation.body)} \n`)],
  ];
  return forms.map(([detail, title, sent]) => ({
    ...rejected(planner, operation, mutation.problem),
    detail,
    title: `${mutation.title}, ${title}`,
    request: sent,
  }));
}

/** A problem in a body with a long text, because some servers look at the beginning of a body alone, or not at large ones. */
function large(planner: Planner, operation: Operation): CaseDraft[] {
  const [document, schema] = [
    planner.stated.contract.document,
    planner.stated.requestSchema(operation)?.schema,
  ];
  const sizes: [kind: Mutation['kind'], kilobytes: number][] = [
    ['type', 12],
    ['missing', 40],
    ['type', 80],
    ['missing', 150],
  ];
  return sizes.flatMap(([kind, kilobytes]): CaseDraft[] => {
    const mutation = mutationOf(planner, operation, kind);
    if (mutation === undefined) return [];
    const text = bodyNodes(document, schema, mutation.body, 'first').find(
      ({ value, schema: own, path }) =>
        typeof value === 'string' &&
        own.enum === undefined &&
        !/^[\d.]+$/.test(value) &&
        path.at(-1) !== mutation.path.at(-1),
    );
    if (text === undefined) return [];
    const long = `${String(text.value)} `.repeat(
      Math.ceil((kilobytes * 1024) / (String(text.value).length + 1)),
    );
    const withLong = (body: unknown): unknown => changed(body, text.path, long);
    return [
      {
        ...rejected(planner, operation, mutation.problem),
        control: withLong(mutation.base),
        detail: `${kind}-${kilobytes}k`,
        title: `${mutation.title}, in a body of ${kilobytes} kB`,
        request: withJson(planner.request(operation), withLong(mutation.body)),
      },
    ];
  });
}

function malformed(planner: Planner, operation: Operation): CaseDraft[] {
  return [15, 90].map((kilobytes) => ({
    ...rejected(planner, operation, { pointer: '', field: 'body', text: 'the body is not JSON' }),
    detail: `malformed-${kilobytes}k`,
    title: `${kilobytes} kB that are not JSON`,
    request: withBody(planner.request(operation), `{"a": "${'long text '.repeat(kilobytes * 102)}`),
  }));
}

function rejected(planner: Planner, operation: Operation, problem: BodyProblem) {
  return {
    operation,
    // A server may also ask for the length of a body in chunks.
    accept: [...planner.rejectionStatuses, 411, 413],
    problems: [problem],
    ...formatLevel(planner, problem),
  };
}
