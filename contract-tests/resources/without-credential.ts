import { newRequest } from '../../src/conformance/cases/new-request.js';
import { rule, type Conclusion } from '../../src/conformance/rules/rule.js';
import type { Session } from '../../src/conformance/rules/session.js';
import type { CompletedExchange } from '../../src/conformance/target/exchange.js';
import type { Operation } from '../../src/contract/operations.js';
import { visitAll, type ExistingThing } from './steps/existing-things.js';

export default rule({
  title: 'What needs a credential is refused for the missing credential, whatever the request is about.',
  level: 'MUST',
  section: 'document',
  sentence: 'The security of an operation, and its 401.',
  expected: [
    'status 401, where the document has it and the target uses it',
    'no status that tells of the thing, such as 409, or of what is not there',
  ],
  appliesTo: { document: 'other' },
  async probe(session) {
    const { planner } = session;
    const pairs: Pair[] = [];
    const removed: Conclusion[] = [];
    await visitAll(session, planner.guarded, async (thing) => {
      const pair = await pairOf(session, thing);
      if (pair) pairs.push(pair);
      if (thing.operation.path.includes('{')) removed.push(...(await removedWithoutKey(session, thing)));
    });
    // A target may hide from strangers what there is, or tell them all by another status.
    const knows401 = pairs.some(({ without }) => without.response.status === 401);
    const others = pairs.flatMap((pair): Conclusion[] => {
      const exchange = pair.without;
      const { status } = exchange.response;
      if (status === 401) return [{ exchange, breach: 'pass' }];
      return isWrong(pair, knows401) ? [{ exchange, breach: { actual: `status ${status}` } }] : [];
    });
    return [...others, ...pairs.flatMap(strangerTold), ...removed];
  },
});

/** The removal of a thing that is there, without the credential that it needs. */
async function removedWithoutKey(
  session: Session,
  { operation: { method, path }, renewed }: ExistingThing,
): Promise<Conclusion[]> {
  const { planner } = session;
  const remove = planner.operations.find((one) => one.method === 'delete' && one.path === path);
  if (method !== 'get' || remove === undefined || !planner.guarded.includes(remove)) return [];
  const values = planner.isAuthorized(remove) ? await renewed?.() : undefined;
  const exchange =
    values &&
    (await session.send({
      ...{ detail: 'no key', title: 'without a key', operation: remove },
      ...{ request: planner.requestWithoutKey(remove, values), accept: planner.unauthorizedStatuses },
    }));
  const { status = 0 } = exchange?.response ?? {};
  if (!exchange || (status >= 300 && status !== 401)) return [];
  return [{ exchange, breach: status === 401 ? 'pass' : { actual: `status ${status}` } }];
}

/** One request with the credential that it needs, and without it. */
interface Pair {
  readonly operation: Operation;
  readonly control: CompletedExchange;
  readonly without: CompletedExchange;
  /** Without it, for a thing that is not there. */
  readonly unknown: CompletedExchange | undefined;
}

async function pairOf(session: Session, { operation, values }: ExistingThing): Promise<Pair | undefined> {
  const { planner } = session;
  if (!planner.guarded.includes(operation) || !planner.isAuthorized(operation)) return undefined;
  const control = await session.send({
    ...{ detail: 'with its key', title: 'a valid request', operation },
    ...{ request: newRequest(planner, operation, values), accept: planner.successStatuses(operation) },
  });
  const without = await session.send({
    ...{ detail: 'no key', title: 'without a key, beside the same with its key', operation },
    request: planner.requestWithoutKey(operation, values),
    accept: planner.unauthorizedStatuses,
  });
  const missing = operation.method === 'get' ? planner.unknownIn(operation, values) : undefined;
  const unknown =
    missing &&
    (await session.send({
      ...{ detail: 'no key, unknown', title: 'without a key, for what is not there', operation },
      request: planner.requestWithoutKey(operation, missing),
      accept: planner.unauthorizedStatuses,
    }));
  return control && without && { operation, control, without, unknown };
}

/** A stranger who is refused for what is there, and told of what is not. */
function strangerTold({ operation, control, without, unknown }: Pair): Conclusion[] {
  const isRefused = control.response.status < 300 && without.response.status === 401;
  if (unknown === undefined || !isRefused || !operation.responses.has('401')) return [];
  const { status } = unknown.response;
  if (status === 401) return [{ exchange: unknown, breach: 'pass' }];
  if (status !== 404 && status !== 410) return [];
  const breach = { actual: `status ${status}, and 401 for what is there` };
  return [{ exchange: unknown, before: [without], breach }];
}

/** Statuses that say of a request what is wrong for none but its missing credential. */
const ofTheRequest = [400, 409, 415, 422];
/** Statuses that tell of what there is. */
const ofTheThing = [409, 410, 412, 423];

function isWrong({ operation, control, without }: Pair, knows401: boolean): boolean {
  const has = (...statuses: string[]) => statuses.some((status) => operation.responses.has(status));
  if (!has('401')) return false;
  const { status } = without.response;
  const isServed = control.response.status < 300;
  if (status < 300 && isServed) return true;
  if (ofTheThing.includes(status) && control.response.status === status) return true;
  if (status === 403 && knows401) return true;
  if (status === 404 && knows401) return isServed;
  return isServed && ofTheRequest.includes(status) && !has('4XX', '4xx', 'default');
}
