import { followUpsOf, hasFollowUps } from '../../../src/conformance/cases/things/follow-ups.js';
import { newRequest } from '../../../src/conformance/cases/new-request.js';
import { otherId } from '../../../src/conformance/cases/other-texts.js';
import { acceptsText } from '../../../src/conformance/cases/parameters/parameter-value.js';
import type { Planner } from '../../../src/conformance/cases/planner.js';
import type { Operation } from '../../../src/contract/operations.js';
import type { Session } from '../../../src/conformance/rules/session.js';
import type { CompletedExchange } from '../../../src/conformance/target/exchange.js';

/** An operation, with values for all parameters of its path that belong to something that exists. */
export interface ExistingThing {
  readonly operation: Operation;
  readonly values: Readonly<Record<string, unknown>>;
  /** Makes another thing of the kind; undefined where it can't be made any more. */
  readonly renewed?: () => Promise<ExistingThing['values'] | undefined>;
}

/** Operations at most that make something: a large document has hundreds. */
const maxMakers = 20;
/** Things in things in things. */
const maxDepth = 3;
/** Operations at most that are done to a thing so that another one is possible. */
const maxActions = 4;

/**
 * The steps that make an operation possible on a new thing, by the run's context: a payment may need an invoice that is
 * open. Undefined where nothing has.
 */
const stateActions = new WeakMap<Session['context'], Map<Operation, Operation | undefined>>();

/** Visits the operations that need nothing, and where the run may write those of things that it makes. */
export async function visitAll(
  session: Session,
  operations: readonly Operation[],
  visit: (thing: ExistingThing) => Promise<void>,
): Promise<void> {
  const { planner } = session;
  for (const operation of operations)
    if (!operation.path.includes('{') && planner.maySend(operation)) await visit({ operation, values: {} });
  if (planner.allowWrites) await visitExisting(session, visit);
}

/**
 * Makes one thing by each POST that makes what a path names, and by each PUT that the document lets make it, and visits the operations of that path, those below it, and those to which
 * the document links from its response. What would
 * remove the thing is not visited. A list is read again once something is in it, for all that other rules see in its response.
 */
export async function visitExisting(
  session: Session,
  visit: (thing: ExistingThing) => Promise<void>,
): Promise<void> {
  const { planner } = session;
  const visited = new Set<Operation>();
  const served = new Set<Operation>();
  const sent = (operation: Operation, known: ExistingThing['values'], title: string) =>
    session.send({
      ...{ detail: operation.id, title, operation, accept: planner.successStatuses(operation) },
      request: newRequest(planner, operation, known),
    });
  const makeOne = async (maker: Operation, before: ExistingThing['values']) => {
    if (maker.method === 'put') {
      const values = namedAnew(planner, maker, before);
      const put = values && (await sent(maker, values, 'a valid request'));
      return isServed(put) ? { values: values ?? {}, linked: [] } : undefined;
    }
    const exchange = await sent(maker, before, 'a valid request');
    if (!isServed(exchange)) return undefined;
    served.add(maker);
    const followUps = followUpsOf(session.context.stated, exchange);
    const known = [before, ...followUps.map((one) => one.values)];
    const values = Object.fromEntries(known.flatMap((one) => Object.entries(one)));
    return { values, linked: followUps.filter((one) => one.isLinked).map((one) => one.operation) };
  };
  const made = async (maker: Operation, known: ExistingThing['values'], depth: number): Promise<void> => {
    const one = await makeOne(maker, known);
    if (one === undefined) return;
    const { values, linked } = one;
    const own = Object.keys(values).filter((name) => !Object.hasOwn(known, name));
    const isReachable = (operation: Operation) =>
      isNamed(operation, values) &&
      (isOf(operation, maker) ||
        linked.includes(operation) ||
        own.some((name) => operation.path.includes(`/{${name}}`)));
    const reachable = planner.operations.filter(
      (operation) => operation.method !== 'delete' && !visited.has(operation) && isReachable(operation),
    );
    for (const operation of reachable) visited.add(operation);
    const renewed = async () => (await makeOne(maker, known))?.values;
    const done = async (action: Operation): Promise<ExistingThing['values'] | undefined> => {
      const fresh = await renewed();
      const exchange = fresh && (await sent(action, fresh, 'what makes another request possible'));
      return isServed(exchange) ? fresh : undefined;
    };
    /** The thing in a state in which the operation is possible. */
    const ready = async (operation: Operation): Promise<ExistingThing> => {
      const thing = { operation, values, renewed };
      // A list is looked at where something can be made for it.
      const maker = reachable.find((one) => one.method === 'post' && one.path === operation.path);
      if (operation.method === 'get' && maker) return { ...(await ready(maker)), operation };
      const actions = reachable.filter((one) => one !== operation && isAction(one, operation));
      if (operation.method === 'get' || !operation.responses.has('409') || actions.length === 0) return thing;
      const known = stateActions.get(session.context) ?? new Map<Operation, Operation | undefined>();
      stateActions.set(session.context, known);
      if (!known.has(operation)) {
        known.set(operation, undefined);
        const fresh = await renewed();
        const first = fresh && (await sent(operation, fresh, 'a valid request'));
        if (first?.response.status === 409)
          for (const action of actions.slice(0, maxActions)) {
            const other = await done(action);
            if (other === undefined || !isServed(await sent(operation, other, 'a valid request'))) continue;
            known.set(operation, action);
            break;
          }
      }
      const action = known.get(operation);
      if (action === undefined) return thing;
      const renewedReady = () => done(action);
      return { operation, values: (await renewedReady()) ?? values, renewed: renewedReady };
    };
    for (const operation of reachable) await visit(await ready(operation));
    if (depth < maxDepth)
      for (const below of reachable.filter((operation) => hasFollowUps(planner.stated, operation)))
        await made(below, values, depth + 1);
    const list = planner.operations.find(({ method, path }) => method === 'get' && path === maker.path);
    if (list) await sent(list, known, `what ${maker.id} adds to`);
  };
  const makers = planner.operations.filter(
    (operation) => hasFollowUps(planner.stated, operation) && !operation.path.includes('{'),
  );
  const puts = planner.operations.filter((operation) => makesByName(planner, operation));
  for (const maker of [...makers, ...puts].slice(0, maxMakers)) await made(maker, {}, 1);
  // Below something else, which was there before.
  const others = planner.operations.filter(
    (operation) =>
      operation.path.includes('{') &&
      hasFollowUps(planner.stated, operation) &&
      planner.isReachable(operation) &&
      !served.has(operation),
  );
  for (const maker of others.slice(0, maxMakers)) {
    await visit({ operation: maker, values: {} });
    await made(maker, {}, maxDepth);
  }
}

/** Returns whether an operation is about what a maker makes, or below it. */
function isOf({ path }: Operation, maker: Operation): boolean {
  if (maker.method === 'put') return path === maker.path || path.startsWith(`${maker.path}/`);
  return path.startsWith(`${maker.path}/{`);
}

/** Returns whether a PUT makes what its path names, where no POST does: the document has 201 for it. */
function makesByName({ operations }: Planner, { method, path, responses }: Operation): boolean {
  const [, list = ''] = /^([^{}]+)\/\{[^{}]+\}$/.exec(path) ?? [];
  const isPosted = operations.some((one) => one.method === 'post' && one.path === list);
  return method === 'put' && list !== '' && responses.has('201') && !isPosted;
}

/** The values for something that a PUT has not made yet, by a text that its path allows. */
function namedAnew(
  planner: Planner,
  maker: Operation,
  before: ExistingThing['values'],
): ExistingThing['values'] | undefined {
  const [, name = ''] = /\{([^{}]+)\}$/.exec(maker.path) ?? [];
  const parameter = maker.parameters.find(({ value }) => value.in === 'path' && value.name === name);
  const known = planner.unknownIn(maker, before)?.[name];
  if (parameter === undefined || typeof known !== 'string') return undefined;
  const id = [otherId(known), known].find(
    (one) => one !== undefined && acceptsText(planner.stated, `${parameter.pointer}/schema`, one),
  );
  return id === undefined ? undefined : { ...before, [name]: id };
}

function isServed(exchange: CompletedExchange | undefined): exchange is CompletedExchange {
  return exchange !== undefined && exchange.response.status < 300;
}

/** Returns whether an operation is done to the thing that another one is about, such as closing it, with no body. */
function isAction({ method, path, requestBody }: Operation, other: Operation): boolean {
  const thing = path.slice(0, path.lastIndexOf('/'));
  return (
    method === 'post' &&
    requestBody?.value.required !== true &&
    thing.endsWith('}') &&
    (other.path === thing || other.path.startsWith(`${thing}/`))
  );
}

/** Returns whether each parameter of an operation's path has a value. */
function isNamed({ path }: Operation, values: ExistingThing['values']): boolean {
  return [...path.matchAll(/\{([^{}]+)\}/g)].every(([, name = '']) => values[name] !== undefined);
}
