import type { CaseDraft } from '../../src/conformance/cases/case.js';
import { formatLevel, parameterFormatLevel } from '../../src/conformance/cases/bodies/mutated-bodies.js';
import type { Mutation } from '../../src/conformance/cases/generate/mutations.js';
import { levelElsewhere } from '../../src/conformance/cases/other-statuses.js';
import type { Planner } from '../../src/conformance/cases/planner.js';
import { withBody, withHeaders, withJson, type RequestParts } from '../../src/conformance/cases/request.js';
import { requestMediasOf } from '../../src/conformance/document/request-media.js';
import { resolveSchema } from '../../src/contract/schema/resolve-schema.js';
import { rule, type Conclusion } from '../../src/conformance/rules/rule.js';
import type { Session } from '../../src/conformance/rules/session.js';
import type { SchemaObject } from '../../src/contract/openapi.js';
import type { Operation } from '../../src/contract/operations.js';
import { isObject } from '../../src/contract/schema/json-equal.js';
import { visitExisting, type ExistingThing } from './steps/existing-things.js';
import { requestFields, responseFields } from './steps/kept-fields.js';

/** Wrong requests for one operation. */
const maxOfOperation = 60;
/** The same, of the branches of a union. */
const maxOfBranches = 60;
/** Fields of the response that are sent with it. */
const maxOfResponse = 5;

export default rule({
  title: 'An invalid request for something that exists is rejected.',
  level: 'MUST',
  section: 'document',
  sentence: 'The parameters, bodies and credentials of an operation.',
  expected: ['a documented rejection, such as 400 or 422', 'without a credential that it needs: 401 or 403'],
  appliesTo: { document: 'other' },
  async probe(session) {
    const conclusions: Conclusion[] = [];
    await visitExisting(session, async (thing) => {
      for (const draft of wrongRequests(session, thing)) {
        const exchange = await session.send(draft);
        if (exchange === undefined) continue;
        const { status } = exchange.response;
        // Server errors are found by another rule.
        if (status >= 300 && status < 400) continue;
        const level = levelElsewhere(draft, draft.level ?? 'MUST');
        conclusions.push({ exchange, breach: status < 300 ? { actual: `status ${status}`, level } : 'pass' });
      }
    });
    if (conclusions.length === 0)
      return { skip: 'nothing was made that another operation names', notApplicable: true };
    return conclusions;
  },
});

function wrongRequests({ planner }: Session, { operation, values }: ExistingThing): CaseDraft[] {
  const valid = planner.request(operation, values);
  const parameters = planner
    .parameterMutations(operation, values)
    .filter(({ parameter }) => parameter.value.in !== 'path')
    .map((mutation): CaseDraft => {
      const { detail, title, request, problem, parameter } = mutation;
      return {
        ...{ detail, title, operation, request, parameter, problems: [problem] },
        ...{ accept: planner.rejectionStatuses, ...parameterFormatLevel(planner, operation, mutation) },
      };
    });
  const mutations = planner.withBody.includes(operation) ? planner.mutations(operation) : [];
  const draftOf = ({ detail, title, body, problem }: Mutation): CaseDraft => ({
    ...{ detail, title, operation, request: withJson(valid, body), problems: [problem] },
    ...{ accept: planner.rejectionStatuses, ...formatLevel(planner, problem) },
  });
  const bodies = mutations.map(draftOf);
  const shownOnly = fieldsOfResponse(planner, operation).map(([name, value]): CaseDraft => ({
    detail: `${name} of the response`,
    title: `with ${name}, which only the response has`,
    operation,
    request: withJson(valid, { ...(planner.body(operation) as object), [name]: value }),
    accept: planner.rejectionStatuses,
  }));
  const withoutKey: CaseDraft[] =
    planner.guarded.includes(operation) && planner.isAuthorized(operation)
      ? [
          {
            ...{ detail: 'no key', title: 'without a key', operation },
            request: planner.requestWithoutKey(operation, values),
            accept: planner.unauthorizedStatuses,
          },
        ]
      : [];
  const usual = [
    ...withoutKey,
    ...emptyTexts(planner, operation, valid),
    ...shownOnly,
    ...parameters,
    ...bodies,
  ].slice(0, maxOfOperation);
  const known = new Set(usual.map(({ detail }) => detail));
  const others = ofBranches(mutations).filter(({ detail }) => !known.has(detail));
  return [...usual, ...others.slice(0, maxOfBranches).map(draftOf)];
}

/** An empty body where its text must not be empty. */
function emptyTexts(planner: Planner, operation: Operation, valid: RequestParts): CaseDraft[] {
  const { document } = planner.stated.contract;
  if (operation.requestBody?.value.required !== true) return [];
  return requestMediasOf(operation).flatMap(({ kind, contentType, media }): CaseDraft[] => {
    const { type, minLength } = resolveSchema(document, media.schema);
    if ((kind !== 'text' && kind !== 'other') || type !== 'string' || !Number(minLength)) return [];
    const request = withBody(withHeaders(valid, { 'Content-Type': contentType }), '');
    const title = `an empty body of ${contentType}`;
    return [{ detail: title, title, operation, request, accept: [...planner.rejectionStatuses, 411, 413] }];
  });
}

/** Of each branch of a union that the usual body does not take, one mutation for each constraint. */
function ofBranches(mutations: readonly Mutation[]): readonly Mutation[] {
  const ofBranch = mutations.filter(({ branch }) => branch !== undefined).toReversed();
  const keyOf = ({ branch, problem }: Mutation) =>
    `${branch ?? ''} ${problem.documentPointer ?? problem.text}`;
  return [...new Map(ofBranch.map((mutation) => [keyOf(mutation), mutation])).values()].toReversed();
}

/** Fields that a thing has when it is read, with a value, and that a body of the operation must not have. */
function fieldsOfResponse(planner: Planner, operation: Operation): [string, unknown][] {
  const body = planner.body(operation);
  if (!planner.withBody.includes(operation) || !isObject(body) || !planner.accepts(operation, body))
    return [];
  const { stated } = planner;
  const shown = planner
    .successStatuses(operation)
    .flatMap((status) => Object.entries(responseFields(stated, operation, status)));
  const taken = requestFields(stated, operation);
  return shown
    .filter(([name]) => !Object.hasOwn(taken, name))
    .map(([name, schema]): [string, unknown] => [name, valueOf(schema)])
    .filter(([name, value]) => !planner.accepts(operation, { ...body, [name]: value }))
    .slice(0, maxOfResponse);
}

function valueOf({ enum: listed, type, format }: SchemaObject): unknown {
  if (listed !== undefined) return listed[0];
  if (type === 'integer' || type === 'number') return 7;
  if (type === 'boolean') return true;
  return format === 'date-time' ? '2031-03-01T00:30:00Z' : 'drydock';
}
