import { insteadOf } from '../../src/conformance/checks/instead-of.js';
import { followUpsOf, hasFollowUps } from '../../src/conformance/cases/things/follow-ups.js';
import { newRequest } from '../../src/conformance/cases/new-request.js';
import { jsonOf } from '../../src/conformance/target/json-body.js';
import type { Planner } from '../../src/conformance/cases/planner.js';
import { withJson, type RequestParts } from '../../src/conformance/cases/request.js';
import { rule, type Conclusion } from '../../src/conformance/rules/rule.js';
import type { Session } from '../../src/conformance/rules/session.js';
import type { CompletedExchange } from '../../src/conformance/target/exchange.js';
import type { Operation } from '../../src/contract/operations.js';
import { valueAt } from '../../src/contract/json-pointer.js';
import { isObject } from '../../src/contract/schema/json-equal.js';
import { visitExisting, type ExistingThing } from './steps/existing-things.js';
import { objectIn, requestFields, responseFields } from './steps/kept-fields.js';
import { keepsNothing, keepsThings } from './steps/memory.js';
import { isReference, otherValues } from './steps/other-bodies.js';

/** Operations at most that make something: a large document has hundreds. */
const maxMakers = 20;

/** The usual words for what may be there once. */
const ofExisting = /\b(?:already|exists?|taken|in use|duplicate|unique)\b/i;

export default rule({
  title: 'A conflict that the document describes in the usual words is refused with its 409.',
  level: 'MUST',
  section: 'document',
  sentence: 'The description of the 409 of an operation.',
  expected: [
    'where it says that something exists already: status 409 when the same is made again',
    'where it says that something was done already: status 409 when it is done again',
    'where it says that something is not in a state that the schema lists: status 409 in another state',
    'where a removal is said to free what it had: no 409 when the same is made again',
  ],
  inOtherDocuments: { quotes: 'responses' },
  appliesTo: { document: 'other' },
  async probe(session) {
    const { planner } = session;
    const stating = planner.operations.filter((operation) => conflictOf(operation) !== '');
    const freeing = planner.operations.filter((operation) => frees(planner, operation));
    if (stating.length + freeing.length === 0)
      return { skip: 'no operation of the document describes a conflict', notApplicable: true };
    if (!(await keepsThings(session))) return keepsNothing;
    const conclusions: Conclusion[] = [];
    for (const removal of freeing) conclusions.push(...(await madeAgain(session, removal)));
    const makers = stating.filter(
      (operation) => planner.isReachable(operation) && hasFollowUps(planner.stated, operation),
    );
    for (const maker of makers.slice(0, maxMakers)) conclusions.push(...(await madeTwice(session, maker)));
    await visitExisting(session, async (thing) => {
      if (stating.includes(thing.operation)) conclusions.push(...(await doneTwice(session, thing)));
      conclusions.push(...(await inAnotherState(session, thing)));
    });
    return conclusions;
  },
});

/** Returns whether the document says of a removal that what was taken is free again. */
function frees({ stated }: Planner, { method, pointer }: Operation): boolean {
  const { description = '' } = (valueAt(stated.contract.document, pointer) ?? {}) as { description?: string };
  return (
    method === 'delete' &&
    /\b(?:may|can) be (?:used|taken|registered|chosen|given) again\b|\b(?:reused|re-used|free again|available again)\b/i.test(
      description,
    ) &&
    !/\b(?:not|never|no longer)\b[^.]*\b(?:again|re-?used)\b/i.test(description)
  );
}

/** The same as what was removed, made again. */
async function madeAgain(session: Session, removal: Operation): Promise<Conclusion[]> {
  const { planner, context, send } = session;
  const [, path = ''] = /^([^{}]+)\/\{[^{}]+\}$/.exec(removal.path) ?? [];
  const maker = planner.operations.find((one) => one.method === 'post' && one.path === path);
  if (maker === undefined) return [];
  const common = { operation: maker, accept: [...planner.successStatuses(maker), 409] };
  const first = await send({
    ...{ ...common, detail: 'to be removed', title: 'a valid request', request: newRequest(planner, maker) },
  });
  const body = first && jsonOf(first.request.body);
  if (first === undefined || first.response.status >= 300 || body === undefined) return [];
  const remove = followUpsOf(context.stated, first).find(({ operation }) => operation === removal);
  const gone =
    remove &&
    (await send({
      ...{ detail: 'removal', title: 'its removal', operation: removal, repeats: true },
      request: planner.request(removal, remove.values),
      accept: planner.successStatuses(removal),
    }));
  if (gone === undefined || gone.response.status >= 300) return [];
  const request = withJson(newRequest(planner, maker), body);
  const exchange = await send({
    ...common,
    detail: 'anew',
    title: 'the same as what is gone',
    request,
    repeats: true,
  });
  if (exchange === undefined) return [];
  const { status } = exchange.response;
  if (status < 300) return [{ exchange, breach: 'pass' }];
  return status === 409
    ? [
        {
          exchange,
          breach: {
            actual: 'status 409',
            expected: [`status ${planner.successStatuses(maker).join(' or ')}`],
          },
        },
      ]
    : [];
}

/** The document's statement of an operation's 409. */
function conflictOf({ responses }: Operation): string {
  return responses.get('409')?.value.description ?? '';
}

async function madeTwice(session: Session, operation: Operation): Promise<Conclusion[]> {
  const { planner, send } = session;
  const words = conflictOf(operation);
  const common = { operation, accept: [...planner.successStatuses(operation), 409] };
  if (!ofExisting.test(words)) return [];
  const first = await send({
    ...{ ...common, detail: 'first', title: 'a valid request', request: newRequest(planner, operation) },
  });
  const body = first && jsonOf(first.request.body);
  if (first === undefined || first.response.status >= 300 || !isObject(body)) return [];
  const fresh = (other: unknown): RequestParts => withJson(newRequest(planner, operation), other);
  const same = await send({
    ...{ ...common, detail: 'again', title: 'the same once more', request: fresh(body), repeats: true },
  });
  const conclusions = concluded(same, [first]);
  // The field that the words name is the one that must be another.
  const [name] = Object.keys(body).filter((field) => isNamedIn(words, field));
  if (name === undefined || Object.keys(body).filter((field) => isNamedIn(words, field)).length > 1)
    return conclusions;
  const others = Object.entries(requestFields(planner.stated, operation)).reduce<Record<string, unknown>>(
    (changing, [field, property]) => {
      if (field === name || isReference(field)) return changing;
      const other = otherValues(planner, property, changing[field]).find((value) =>
        planner.accepts(operation, { ...changing, [field]: value }),
      );
      return other === undefined ? changing : { ...changing, [field]: other };
    },
    body,
  );
  const alike = await send({
    ...{
      ...common,
      detail: name,
      title: `another with the same ${name}`,
      request: fresh(others),
      repeats: true,
    },
  });
  return [...conclusions, ...concluded(alike, [first])];
}

/** Returns whether the words name a field, such as "this e-mail address" the field `email`. */
function isNamedIn(words: string, field: string): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9 ]/g, '');
  const spaced = field.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_-]/g, ' ');
  const text = ` ${plain(words)} `;
  return text.includes(` ${plain(spaced)} `) || text.includes(` ${plain(field)} `);
}

function needsBody({ requestBody }: Operation): boolean {
  return requestBody?.value.required === true;
}

/** An operation that needs no body, and that the document lets be done to a thing once. */
async function doneTwice(session: Session, { operation, renewed }: ExistingThing): Promise<Conclusion[]> {
  const { planner, send } = session;
  if (operation.method !== 'post' || needsBody(operation)) return [];
  if (!/\balready\b/i.test(conflictOf(operation))) return [];
  const values = await renewed?.();
  if (values === undefined) return [];
  const sent = (title: string) =>
    send({
      ...{ detail: title, title, operation, request: newRequest(planner, operation, values) },
      ...{ accept: [...planner.successStatuses(operation), 409], repeats: true },
    });
  const first = await sent('what may be done once');
  if (first === undefined || first.response.status >= 300) return [];
  return concluded(await sent('the same once more'), [first]);
}

/** Operations that are said to need a state that the schema of the thing lists, in each other state in which the thing can be brought. */
async function inAnotherState(
  session: Session,
  { operation, renewed }: ExistingThing,
): Promise<Conclusion[]> {
  const { planner, send } = session;
  const { path } = operation;
  if (operation.method !== 'get' || !path.endsWith('}') || renewed === undefined) return [];
  const states = Object.entries(responseFields(planner.stated, operation, 200)).filter(([, schema]) =>
    Array.isArray(schema.enum),
  );
  const about = planner.operations.filter(
    (one) =>
      one.method !== 'get' &&
      (one.path === path || (one.path.startsWith(`${path}/`) && !one.path.slice(path.length).includes('{'))),
  );
  const actions = about.filter((one) => one.method === 'post' && !needsBody(one));
  const conclusions: Conclusion[] = [];
  for (const needing of about) {
    const wanted = stateIn(
      conflictOf(needing),
      states.flatMap(([, schema]) => schema.enum ?? []),
    );
    const field = states.find(([, schema]) => schema.enum?.includes(wanted))?.[0];
    if (wanted === undefined || field === undefined) continue;
    for (const action of [undefined, ...actions]) {
      const values = await renewed();
      if (values === undefined) break;
      const about = (one: Operation, title: string) =>
        send({
          ...{ detail: `${needing.id} ${title}`, title, operation: one },
          ...{ request: newRequest(planner, one, values), repeats: true },
          ...{ accept: [...planner.successStatuses(one), 409] },
        });
      if (action) await about(action, `what ${action.id} brings into another state`);
      const state = objectIn(await about(operation, 'the state of a thing'))?.[field];
      if (typeof state !== 'string' || state === wanted) continue;
      conclusions.push(...concluded(await about(needing, `${field} is ${state}`)));
    }
  }
  return conclusions;
}

/** The state without which an operation is refused, by words such as "The invoice is not a draft". */
function stateIn(words: string, listed: readonly unknown[]): string | undefined {
  const [, state = ''] = /\bis not (?:an? |in the state |yet )?[`'"]?([\w-]+)/i.exec(words) ?? [];
  return listed.find(
    (one): one is string => typeof one === 'string' && one.toLowerCase() === state.toLowerCase(),
  );
}

function concluded(
  exchange: CompletedExchange | undefined,
  before: readonly CompletedExchange[] = [],
): Conclusion[] {
  if (exchange === undefined) return [];
  const { status } = exchange.response;
  if (status === 409) return [{ exchange, breach: 'pass' }];
  const isWrong = status < 300 || status === 400 || status === 422;
  return isWrong ? [{ exchange, before, breach: insteadOf(exchange, 409) }] : [];
}
