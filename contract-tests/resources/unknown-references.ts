import { insteadOf } from '../../src/conformance/checks/instead-of.js';
import { ExistingThings, type Reference } from '../../src/conformance/cases/things/existing-things.js';
import { newRequest } from '../../src/conformance/cases/new-request.js';
import { changed } from '../../src/conformance/cases/generate/body-nodes.js';
import { otherId } from '../../src/conformance/cases/other-texts.js';
import { jsonOf } from '../../src/conformance/target/json-body.js';
import type { Planner } from '../../src/conformance/cases/planner.js';
import { withJson } from '../../src/conformance/cases/request.js';
import { rule, type Conclusion } from '../../src/conformance/rules/rule.js';
import type { Session } from '../../src/conformance/rules/session.js';
import { valueAt } from '../../src/contract/json-pointer.js';
import type { Operation } from '../../src/contract/operations.js';
import { isObject } from '../../src/contract/schema/json-equal.js';
import { visitAll, type ExistingThing } from './steps/existing-things.js';
import { keepsNothing, keepsThings } from './steps/memory.js';
import { isReference } from './steps/other-bodies.js';

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
    const naming = planner.withBody.filter((operation) => namedIn(planner, operation, things).length > 0);
    if (naming.length === 0)
      return { skip: 'no body of the document names what an operation makes', notApplicable: true };
    if (!(await keepsThings(session))) return keepsNothing;
    const conclusions: Conclusion[] = [];
    let left = maxOperations;
    await visitAll(session, naming, async (thing) => {
      if (!naming.includes(thing.operation) || left <= 0) return;
      left -= 1;
      conclusions.push(...(await judged(session, thing, things)));
    });
    return conclusions;
  },
});

/** The id of something else in a body, and what makes it, where an operation does. */
type Named = Pick<Reference, 'path' | 'pointer'> & { readonly maker?: Operation };

/** Things that a body names: those that an operation makes, and those that a description says must be there. */
function namedIn(planner: Planner, operation: Operation, things: ExistingThings): readonly Named[] {
  const made = things.referencesOf(operation);
  const body = planner.withBody.includes(operation) ? planner.body(operation) : undefined;
  if (statusesFor(planner, operation).length === 0 || !isObject(body)) return made;
  const others = Object.keys(body).filter(
    (name) => isReference(name) && name !== 'id' && !made.some(({ path }) => path[0] === name),
  );
  return [...made, ...others.map((name) => ({ path: [name], pointer: `/${name}` }))];
}

async function judged(
  session: Session,
  { operation, values, renewed }: ExistingThing,
  things: ExistingThings,
): Promise<Conclusion[]> {
  const { planner, send } = session;
  const accept = planner.successStatuses(operation);
  const at = operation.method === 'post' ? ((await renewed?.()) ?? values) : values;
  const control = await send({
    ...{ detail: 'control', title: 'a valid request', operation, accept },
    request: newRequest(planner, operation, at),
  });
  if (control === undefined || control.response.status >= 300) return [];
  const body = jsonOf(control.request.body);
  const conclusions: Conclusion[] = [];
  for (const { path, pointer } of namedIn(planner, operation, things)) {
    const named = valueAt(body, pointer);
    const unknowns = [otherId(named), ...(typeof named === 'string' ? [`${named.slice(0, -2)}xq`] : [])];
    const others = unknowns.flatMap((unknown) =>
      unknown === undefined ? [] : [changed(body, path, unknown)],
    );
    const other = others.find((one) => planner.accepts(operation, one));
    if (other === undefined) continue;
    const field = path.join('.');
    const exchange = await send({
      ...{ detail: field, title: `${field} is an id that nobody has given out`, operation },
      request: withJson(newRequest(planner, operation, at), other),
      accept: planner.rejectionStatuses,
      problems: [{ pointer, field, text: 'must be the id of something that exists' }],
    });
    if (exchange) conclusions.push(concluded(planner, operation, exchange));
  }
  // Last, since what is gone can't be named again.
  for (const { pointer, maker } of things.referencesOf(operation))
    if (maker) await removed(session, maker, valueAt(body, pointer));
  return conclusions;
}

/** Wording by which a document says what becomes of a request that names what isn't there. */
const ofUnknown =
  /\b(?:does(?: not|n['’]t) exist|do(?: not|n['’]t) exist|no such|not found|unknown|non-?existent)\b/i;

/** The statuses that the document has for such a request: by the description of a response, or a sentence of the operation's. */
function statusesFor({ stated }: Planner, { pointer, responses, path }: Operation): string[] {
  const { description = '' } = (valueAt(stated.contract.document, pointer) ?? {}) as { description?: string };
  const sentences = description.split(/(?<=[.;])\s/).filter((one) => ofUnknown.test(one));
  const told = sentences.flatMap((one) => one.match(/\b4\d\d\b/g) ?? []);
  return [...responses]
    .filter(
      ([key, { value }]) =>
        /^4\d\d$/.test(key) &&
        ((key === '404' && !path.includes('{')) ||
          told.includes(key) ||
          (!path.includes('{') && ofUnknown.test(value.description ?? ''))),
    )
    .map(([key]) => key);
}

function concluded(planner: Planner, operation: Operation, exchange: Conclusion['exchange']): Conclusion {
  const { status } = exchange.response;
  const { responses } = operation;
  const stated = statusesFor(planner, operation);
  if (status < 300)
    return {
      exchange,
      breach:
        stated.length > 0 ? insteadOf(exchange, ...stated) : { actual: `status ${status}`, level: 'SHOULD' },
    };
  const isUndocumented = status < 500 && stated.length > 0 && !responses.has(String(status));
  if (isUndocumented && ![401, 403, 429].includes(status))
    return {
      exchange,
      breach: insteadOf(exchange, ...stated),
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
    ...{ request: planner.request(removal, { [name]: id }), accept: planner.successStatuses(removal) },
    repeats: true,
  });
}
