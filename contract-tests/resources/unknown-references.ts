import { ExistingThings } from '../../src/conformance/cases/existing-things.js';
import { newRequest } from '../../src/conformance/cases/new-request.js';
import { jsonOf, otherId, withValue } from '../../src/conformance/cases/other-texts.js';
import { withJson } from '../../src/conformance/cases/request.js';
import { rule, type Conclusion } from '../../src/conformance/rules/rule.js';
import type { Session } from '../../src/conformance/rules/session.js';
import { valueAt } from '../../src/contract/json-pointer.js';
import type { Operation } from '../../src/contract/operations.js';
import { keepsNothing, keepsThings } from './steps/memory.js';

/** Operations at most whose bodies name other things. */
const maxOperations = 20;

export default rule({
  title: 'A body that names what nobody has made is refused as the document says.',
  level: 'MUST',
  section: 'document',
  sentence: 'The responses of an operation whose body names what another operation makes.',
  expected: ['a documented refusal, such as 404 or 422'],
  inOtherDocuments: { quotes: 'responses' },
  appliesTo: { document: 'other' },
  async probe(session) {
    const { planner } = session;
    const things = new ExistingThings(planner);
    const naming = planner.withBody.filter(
      (operation) => !operation.path.includes('{') && things.referencesOf(operation).length > 0,
    );
    if (naming.length === 0)
      return { skip: 'no body of the document names what an operation makes', notApplicable: true };
    if (!(await keepsThings(session))) return keepsNothing;
    const conclusions: Conclusion[] = [];
    for (const operation of naming.slice(0, maxOperations))
      conclusions.push(...(await judged(session, operation, things)));
    return conclusions;
  },
});

async function judged(session: Session, operation: Operation, things: ExistingThings): Promise<Conclusion[]> {
  const { planner, send } = session;
  const accept = planner.successStatuses(operation);
  const control = await send({
    ...{ detail: 'control', title: 'a valid request', operation, accept },
    request: newRequest(planner, operation),
  });
  if (control === undefined || control.response.status >= 300) return [];
  const body = jsonOf(control.request.body);
  const conclusions: Conclusion[] = [];
  for (const { path, pointer } of things.referencesOf(operation)) {
    const named = valueAt(body, pointer);
    const unknown = otherId(named);
    if (unknown === undefined) continue;
    const field = path.join('.');
    const exchange = await send({
      ...{ detail: field, title: `${field} is an id that nobody has given out`, operation },
      request: withJson(newRequest(planner, operation), withValue(body, path, unknown)),
      accept: planner.rejectionStatuses,
      problems: [{ pointer, field, text: 'must be the id of something that exists' }],
    });
    if (exchange) conclusions.push(concluded(operation, exchange));
  }
  // Last, since what is gone can't be named again.
  for (const { pointer, maker } of things.referencesOf(operation))
    await removed(session, maker, valueAt(body, pointer));
  return conclusions;
}

/** Wording by which a document says what becomes of a request that names what isn't there. */
const ofUnknown =
  /\b(?:does(?: not|n['’]t) exist|do(?: not|n['’]t) exist|no such|not found|unknown|non-?existent)\b/i;

function concluded({ responses }: Operation, exchange: Conclusion['exchange']): Conclusion {
  const { status } = exchange.response;
  const stated = [...responses]
    .filter(
      ([key, { value }]) => /^4\d\d$/.test(key) && (key === '404' || ofUnknown.test(value.description ?? '')),
    )
    .map(([key]) => key);
  if (status < 300)
    return {
      exchange,
      breach: {
        actual: `status ${status}`,
        level: stated.length > 0 ? 'MUST' : 'SHOULD',
        ...(stated.length > 0 && { expected: stated.map((key) => `status ${key}`) }),
      },
    };
  const isUndocumented = status < 500 && stated.length > 0 && !responses.has(String(status));
  if (isUndocumented && ![401, 403, 429].includes(status))
    return {
      exchange,
      breach: { actual: `status ${status}`, expected: stated.map((key) => `status ${key}`) },
    };
  return { exchange, breach: 'pass' };
}

/** Removes what something else names: whatever the target makes of it, other rules look at the response. */
async function removed({ planner, send }: Session, maker: Operation, id: unknown): Promise<void> {
  const removal = planner.operations.find(
    ({ method, path }) =>
      method === 'delete' &&
      path.startsWith(`${maker.path}/{`) &&
      !path.slice(maker.path.length + 1).includes('/'),
  );
  const name = /\{([^{}]+)\}$/.exec(removal?.path ?? '')?.[1];
  if (removal === undefined || name === undefined) return;
  await send({
    ...{ detail: `removal of ${maker.id}`, title: 'removal of what something names', operation: removal },
    ...{ request: planner.requestWith(removal, { [name]: id }), accept: planner.successStatuses(removal) },
    repeats: true,
  });
}
