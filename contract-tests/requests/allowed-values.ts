import { rule, type Conclusion } from '../../src/conformance/rules/rule.js';
import type { Session } from '../../src/conformance/rules/session.js';
import { visitAll, type ExistingThing } from '../resources/steps/existing-things.js';
import { newRequest } from '../../src/conformance/cases/new-request.js';
import type { Planner } from '../../src/conformance/cases/planner.js';
import { jsonOf } from '../../src/conformance/target/json-body.js';
import { withJson, type RequestParts } from '../../src/conformance/cases/request.js';
import { listIn } from '../../src/conformance/checks/list-in.js';
import type { CompletedExchange } from '../../src/conformance/target/exchange.js';
import type { Operation } from '../../src/contract/operations.js';
import { isObject } from '../../src/contract/schema/json-equal.js';
import { typeOf } from '../../src/contract/schema/resolve-schema.js';
import { shown } from '../../src/contract/validation/problem-text.js';
import { requestFields } from '../resources/steps/kept-fields.js';
import { isReference, otherValues } from '../resources/steps/other-bodies.js';
import { SchemaRefusals } from './steps/schema-refusals.js';
import type { AllowedRequest } from './steps/allowed-request.js';
import { allowedRequests } from './steps/allowed-requests.js';

/** Statuses by which a server refuses the request itself. Others tell of what it found: a conflict, nothing, another caller. */
const refusing = [400, 406, 415, 422];

export default rule({
  title: 'A request that differs from one that was served only in what the document allows is served too.',
  level: 'MUST',
  section: 'document',
  sentence: 'The parameters, bodies and media types of an operation.',
  expected: [
    'a status other than 400, 406, 415 and 422',
    'for a PUT that makes what its path names, no 404',
    'for a search that finds nothing, an empty list',
  ],
  appliesTo: { document: 'other' },
  async probe(session) {
    const conclusions: Conclusion[] = [];
    await visitAll(session, session.planner.operations, async (thing) => {
      conclusions.push(...(await concludedOf(session, thing)));
    });
    return conclusions;
  },
});

async function concludedOf(session: Session, thing: ExistingThing): Promise<Conclusion[]> {
  const { planner } = session;
  const { operation, values } = thing;
  const accept = planner.successStatuses(operation);
  // Effects of a POST on a thing, such as ending it, may be possible only once.
  const renewed = operation.method === 'post' ? thing.renewed : undefined;
  const isAction = renewed !== undefined;
  const valuesNow = async () => (renewed === undefined ? values : await renewed());
  const sent = async (make: (values: ExistingThing['values']) => Omit<AllowedRequest, 'level'>) => {
    const now = await valuesNow();
    return now && session.send({ ...make(now), operation, accept });
  };
  const control = await sent((now) => ({
    detail: 'control',
    title: 'a valid request',
    request: newRequest(planner, operation, now),
  }));
  if (control !== undefined && isRefusal(operation, control.response.status))
    return beside(planner, thing, control, (request, title) =>
      sent(() => ({ detail: title, title, request })),
    );
  if (control === undefined || control.response.status >= 300) return [];
  const refusals = new SchemaRefusals(planner, operation, async (body, title) => {
    const now = await valuesNow();
    const request = now && withJson(newRequest(planner, operation, now), body);
    return (
      request && session.send({ detail: title, title, request, operation, accept: planner.rejectionStatuses })
    );
  });
  // The responses to all of them are checked by other rules as well.
  const conclusions: Conclusion[] = [];
  for (const { level, twin, isGuess, makesIt, ...draft } of allowedRequests(planner, thing)) {
    const at = (now: ExistingThing['values']) =>
      isAction ? placedAt(planner, operation, draft.request, now) : draft.request;
    const exchange = await sent((now) => ({ ...draft, request: at(now) }));
    if (exchange === undefined) continue;
    const { status } = exchange.response;
    const isRefused =
      isGuess === true
        ? isUndocumentedNothing(exchange, control)
        : isRefusal(operation, status) ||
          (makesIt === true && status === 404) ||
          (isOfMeaning(operation, status) &&
            !/^(?:\w+\.)*(?:status|state|phase|stage)\b/i.test(draft.detail) &&
            (await refusals.has(exchange)));
    if (isRefused && twin !== undefined) {
      const other = await sent(() => ({ ...draft, detail: `${draft.detail} twin`, ...twin }));
      if (other === undefined || other.response.status >= 300) continue;
    }
    const breach = { actual: `status ${status}`, ...(level && { level }) };
    if (isRefused || isGuess !== true) conclusions.push({ exchange, breach: isRefused ? breach : 'pass' });
  }
  return conclusions;
}

/** The usual request where it is refused, beside one that differs in a value which the document lists or bounds, and is served. */
async function beside(
  planner: Planner,
  { operation, values }: ExistingThing,
  control: CompletedExchange,
  sent: (request: RequestParts, title: string) => Promise<CompletedExchange | undefined>,
): Promise<Conclusion[]> {
  const body = jsonOf(control.request.body);
  if (!isObject(body) || !planner.accepts(operation, body)) return [];
  const valid = newRequest(planner, operation, values);
  for (const [name, schema] of Object.entries(requestFields(planner.stated, operation))) {
    const isListed =
      schema.enum !== undefined || ['boolean', 'integer', 'number'].includes(typeOf(schema) ?? '');
    if (!isListed || isReference(name) || !Object.hasOwn(body, name)) continue;
    for (const value of otherValues(planner, schema, body[name]).slice(0, 2)) {
      const other = { ...body, [name]: value };
      if (!planner.accepts(operation, other)) continue;
      const exchange = await sent(withJson(valid, other), `another ${name}`);
      if (exchange === undefined || exchange.response.status >= 300) continue;
      const actual = `status ${control.response.status}, and ${exchange.response.status} where ${name} is ${shown(value)}`;
      return [{ exchange: control, before: [exchange], breach: { actual } }];
    }
  }
  return [];
}

function isRefusal(operation: Operation, status: number): boolean {
  return refusing.includes(status) && !isOfMeaning(operation, status);
}

/** A document with both 400 and 422 has one of them for what a valid request means. */
function isOfMeaning({ responses }: Operation, status: number): boolean {
  return status === 422 && responses.has('400') && responses.has('422');
}

/** The request for another thing. */
function placedAt(
  planner: Planner,
  operation: Operation,
  request: RequestParts,
  values: ExistingThing['values'],
): RequestParts {
  const [, query = ''] = /(\?.*)?$/.exec(request.path) ?? [];
  const [path = ''] = planner.request(operation, values).path.split('?');
  return { ...request, path: `${path}${query}` };
}

/** Returns whether a search without a result gets a status that the document doesn't have, where it has a list for such a search. */
function isUndocumentedNothing(
  { operation, response }: CompletedExchange,
  control: CompletedExchange,
): boolean {
  if (response.status !== 404 || operation === undefined || operation.path.includes('{')) return false;
  const { responses } = operation;
  const isStated = ['404', '4XX', '4xx', 'default'].some((key) => responses.has(key));
  return (
    !isStated && [...responses.keys()].some((key) => key.startsWith('4')) && listIn(control) !== undefined
  );
}
