import { newRequest } from '../../../src/conformance/cases/new-request.js';
import { withJson } from '../../../src/conformance/cases/request.js';
import type { Conclusion } from '../../../src/conformance/rules/rule.js';
import type { Session } from '../../../src/conformance/rules/session.js';
import { valueAt } from '../../../src/contract/json-pointer.js';
import type { Operation } from '../../../src/contract/operations.js';
import { isObject, jsonEqual } from '../../../src/contract/schema/json-equal.js';
import { shown } from '../../../src/contract/validation/problem-text.js';
import type { ExistingThing } from './existing-things.js';
import { objectIn, requestFields, responseFields } from './kept-fields.js';
import { changedCopy, isReference, otherValues } from './other-bodies.js';

/** The values that a PUT leaves although it does not name them, and whether it takes a thing's own values for those of another. */
export async function judgeReplaced(session: Session, thing: ExistingThing): Promise<Conclusion[]> {
  const { planner, send } = session;
  const { operation } = thing;
  const read = planner.operations.find(({ method, path }) => method === 'get' && path === operation.path);
  const values = (await thing.renewed?.()) ?? thing.values;
  const usual = planner.body(operation);
  if (read === undefined || !planner.withBody.includes(operation) || !isObject(usual)) return [];
  const put = (body: unknown, title: string, repeats = false) =>
    send({
      ...{ detail: title, title, operation, accept: planner.successStatuses(operation), repeats },
      request: withJson(newRequest(planner, operation, values), body),
    });
  const current = async (title: string) =>
    send({
      ...{ detail: title, title, operation: read, accept: planner.successStatuses(read) },
      request: planner.request(read, values),
    });
  const there = objectIn(await current('what is to be replaced'));
  if (there === undefined) return [];
  const own = ownBody(session, operation, usual, there);
  return own === undefined
    ? []
    : [
        ...(await againstItself(session, operation, own, put)),
        ...(await merged(session, operation, own, put, current)),
      ];
}

type Put = (body: unknown, title: string, repeats?: boolean) => ReturnType<Session['send']>;

/** A body with the values that a thing has, and of what is not shown the usual ones. */
function ownBody(
  { planner }: Session,
  operation: Operation,
  usual: Readonly<Record<string, unknown>>,
  thing: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | undefined {
  const fields = Object.entries(requestFields(planner.stated, operation)).filter(
    ([, { readOnly }]) => readOnly !== true,
  );
  const body = Object.fromEntries(
    fields.flatMap(([name]): [string, unknown][] => {
      if (Object.hasOwn(thing, name)) return [[name, thing[name]]];
      return Object.hasOwn(usual, name) ? [[name, usual[name]]] : [];
    }),
  );
  return planner.accepts(operation, body) ? body : undefined;
}

/** A unique value is not taken by the thing itself: another change with its own values is refused, and one with other values is not. */
async function againstItself(
  { planner }: Session,
  operation: Operation,
  own: Readonly<Record<string, unknown>>,
  put: Put,
): Promise<Conclusion[]> {
  const usual = planner.body(operation);
  const changed = changedCopy(planner, operation, own);
  if (changed === undefined) return [];
  const exchange = await put({ ...own, ...changed }, 'the values that it has, but for one', true);
  if (exchange === undefined) return [];
  if (exchange.response.status < 300) return [{ exchange, breach: 'pass' }];
  if (exchange.response.status !== 409) return [];
  const other = await put(usual, 'other values for the same thing');
  if (other === undefined || other.response.status >= 300) return [];
  const actual = 'status 409 for the values that the thing has itself';
  return [{ exchange, breach: { actual, expected: ['a success'] } }];
}

/** Fields that need not be there keep, twice, what an earlier PUT gave them and the last one does not name. */
async function merged(
  { planner }: Session,
  operation: Operation,
  own: Readonly<Record<string, unknown>>,
  put: Put,
  current: (title: string) => ReturnType<Session['send']>,
): Promise<Conclusion[]> {
  const { stated } = planner;
  const shownFields = responseFields(stated, operation, 200);
  const optional = Object.entries(requestFields(stated, operation)).filter(
    ([name, { readOnly, writeOnly, default: usual }]) =>
      readOnly !== true &&
      writeOnly !== true &&
      usual === undefined &&
      Object.hasOwn(shownFields, name) &&
      !isReference(name),
  );
  const without = (names: readonly string[]) =>
    Object.fromEntries(Object.entries(own).filter(([name]) => !names.includes(name)));
  const names = optional.map(([name]) => name).filter((name) => planner.accepts(operation, without([name])));
  const minimal = without(names);
  if (names.length === 0 || !planner.accepts(operation, minimal)) return [];
  const kept: Record<string, unknown>[] = [];
  let last: Awaited<ReturnType<Session['send']>>;
  for (const turn of [0, 1]) {
    const full = optional.reduce<Record<string, unknown>>((body, [name, schema]) => {
      if (!names.includes(name)) return body;
      const values = otherValues(planner, schema, undefined);
      const value = values[turn % (values.length || 1)];
      const more = { ...body, [name]: value };
      return value !== undefined && planner.accepts(operation, more) ? more : body;
    }, minimal);
    const given = await put(full, `all of it, for what is to be replaced ${turn + 1}`);
    const before = objectIn(await current(`what has all of it ${turn + 1}`));
    const done = await put(minimal, `without what it need not have ${turn + 1}`);
    last = await current(`what was replaced without what it need not have ${turn + 1}`);
    const after = objectIn(last);
    if (
      given === undefined ||
      given.response.status >= 300 ||
      done === undefined ||
      done.response.status >= 300
    )
      return [];
    if (before === undefined || after === undefined) return [];
    kept.push(
      Object.fromEntries(
        names.flatMap((name) =>
          Object.hasOwn(full, name) &&
          jsonEqual(before[name], full[name]) &&
          jsonEqual(after[name], full[name])
            ? [[name, after[name]]]
            : [],
        ),
      ),
    );
  }
  const [one = {}, two = {}] = kept;
  const name = names.find(
    (field) => Object.hasOwn(one, field) && Object.hasOwn(two, field) && !jsonEqual(one[field], two[field]),
  );
  if (last === undefined) return [];
  if (name === undefined) return [{ exchange: last, breach: 'pass' }];
  const actual = `${name} is ${shown(two[name])} as before, and the PUT did not name it`;
  const level = isSaidToReplace(planner.stated.contract.document, operation)
    ? ('MUST' as const)
    : ('SHOULD' as const);
  return [{ exchange: last, breach: { actual, kind: `${name} is merged`, level } }];
}

/** RFC 9110 9.3.4 has a PUT replace what is there; many services say "update" and merge. */
function isSaidToReplace(document: object, { id, pointer }: Operation): boolean {
  const { summary = '', description = '' } = (valueAt(document, pointer) ?? {}) as Record<string, string>;
  return /replac/i.test([id, summary, description].join('\n'));
}
