import { followUpsOf } from '../../../src/conformance/cases/things/follow-ups.js';
import { otherBody } from '../../../src/conformance/cases/bodies/other-body.js';
import { newRequest } from '../../../src/conformance/cases/new-request.js';
import { withHeaders, withJson } from '../../../src/conformance/cases/request.js';
import { listIn } from '../../../src/conformance/checks/list-in.js';
import { requestMediasOf } from '../../../src/conformance/document/request-media.js';
import type { Conclusion } from '../../../src/conformance/rules/rule.js';
import type { Session } from '../../../src/conformance/rules/session.js';
import { isObject } from '../../../src/contract/schema/json-equal.js';
import { followSchema } from '../../../src/contract/schema/resolve-schema.js';
import { elementsOf } from '../../requests/steps/edges.js';
import type { ExistingThing } from './existing-things.js';
import { isKept } from './kept-fields.js';

/** Elements of one request. */
const count = 3;

/** A POST that takes a list of what the GET of its path lists: each element that was sent is there, once some are. */
export async function judgeElements(
  { planner, send }: Session,
  { operation, renewed }: ExistingThing,
): Promise<Conclusion[]> {
  const { stated } = planner;
  const { document } = stated.contract;
  const list = planner.operations.find(({ method, path }) => method === 'get' && path === operation.path);
  const { schema } = stated.requestSchema(operation) ?? {};
  const items = schema === undefined ? undefined : followSchema(document, schema)?.items;
  const [usual] = [planner.body(operation)].flat();
  const elements = items === undefined ? undefined : elementsOf(planner, items, usual, count);
  if (list === undefined || elements === undefined || !planner.accepts(operation, elements)) return [];
  const values = await renewed?.();
  if (values === undefined) return [];
  const reading = async (title: string) =>
    send({
      ...{ detail: title, title, operation: list, accept: planner.successStatuses(list) },
      request: planner.request(list, values),
    });
  const before = await reading('a list in which nothing is yet');
  const made = await send({
    ...{ detail: 'several', title: 'several things at once', operation },
    ...{
      request: withJson(newRequest(planner, operation, values), elements),
      accept: planner.successStatuses(operation),
    },
  });
  const exchange = await reading('the list of several things that were sent at once');
  const there = exchange && listIn(exchange);
  if (before === undefined || exchange === undefined || there === undefined) return [];
  if (listIn(before)?.length !== 0) return [];
  if (made === undefined || ![200, 201].includes(made.response.status)) return [];
  const isThere = (element: unknown) =>
    there.some(
      (one) =>
        isObject(one) &&
        isObject(element) &&
        Object.entries(element).every(([name, value]) => value === null || isKept(value, one[name])),
    );
  const lost = elements.filter((element) => isObject(element) && !isThere(element)).length;
  if (lost === elements.length) return [];
  return [
    {
      exchange,
      breach: lost === 0 ? 'pass' : { actual: `${lost} of ${count} that were sent are not in it` },
    },
  ];
}

/** Contents of each documented media type, each read again: what is right in the response, other rules say. */
export async function sendFiles({ planner, context, send }: Session, thing: ExistingThing): Promise<void> {
  const { operation } = thing;
  const { document } = planner.stated.contract;
  for (const media of requestMediasOf(operation).filter(({ kind }) => kind === 'text' || kind === 'other')) {
    const values = (await thing.renewed?.()) ?? thing.values;
    const other = otherBody(document, media, planner.body(operation));
    if (other === undefined) continue;
    const title = `a body of ${media.contentType}`;
    const typed = withHeaders(newRequest(planner, operation, values), { 'Content-Type': other.contentType });
    const made = await send({
      ...{ detail: title, title, operation, accept: planner.successStatuses(operation) },
      request: { ...typed, body: other.bytes },
    });
    if (made === undefined || made.response.status >= 300) continue;
    for (const read of followUpsOf(context.stated, made).filter((one) => one.operation.method === 'get'))
      await send({
        ...{
          detail: `${read.operation.id} ${media.contentType}`,
          title: `what was sent as ${media.contentType}`,
        },
        ...{ operation: read.operation, accept: planner.successStatuses(read.operation) },
        request: planner.request(read.operation, { ...values, ...read.values }),
      });
  }
}
