import { elementsOf } from '../../../src/conformance/checks/envelope.js';
import { withJson } from '../../../src/conformance/cases/request.js';
import type { Skip } from '../../../src/conformance/rules/rule.js';
import type { Session } from '../../../src/conformance/rules/session.js';
import type { CompletedExchange } from '../../../src/conformance/target/exchange.js';

/** Orders are an assumption of the document, so the suite uses them only from level SHOULD on, or where it may write. */
export const ordersNotCovered: Skip = {
  skip: 'orders are not tried at this level',
  option: 'level',
  value: 'should',
};

/**
 * Tells whether orders are made. A server whose orders have another payload rejects them, which breaks nothing that the
 * specification states, and its responses are judged like any other.
 */
export function triesOrders({ planner }: Session): boolean {
  return planner.covers('createOrder') || planner.allowWrites;
}

/** A rate that may be ordered. */
interface Quote {
  readonly id: string;
  /** The exchange that quoted it. */
  readonly exchange: CompletedExchange;
}

/** Requests rates, and returns the first one; undefined when there is none. */
export async function quoteRate(session: Session): Promise<Quote | undefined> {
  const operation = session.planner.operation('getShippingRates');
  const request = session.planner.request(operation);
  const draft = { detail: 'rates', title: 'rates to order from', operation, request, accept: [] };
  const exchange = await session.send(draft);
  const id = exchange && elementsOf(exchange)[0]?.id;
  return exchange !== undefined && typeof id === 'string' ? { id, exchange } : undefined;
}

/** Sends an order; undefined when no response came. */
export function createOrder(
  session: Session,
  title: string,
  body: object,
): Promise<CompletedExchange | undefined> {
  const operation = session.planner.operation('createOrder');
  const request = withJson(session.planner.request(operation), body);
  return session.send({
    detail: 'create',
    title,
    operation,
    request,
    accept: [],
    responseLevel: 'MUST',
  });
}

/** Looks an order up by this text as its tracking number; undefined when no response came. */
export function lookUp(
  session: Session,
  trackingNumber: string,
  title: string,
  accept: readonly number[] = [],
): Promise<CompletedExchange | undefined> {
  const operation = session.planner.operation('getOrder');
  const path = operation.path.replace('{tracking_number}', encodeURIComponent(trackingNumber));
  return session.send({
    detail: 'lookup',
    title,
    operation,
    request: { ...session.planner.request(operation), path },
    accept,
    responseLevel: 'MUST',
  });
}

/** The tracking number of the order in a response; undefined where it isn't where the document assumes it. */
export function trackingNumberOf(exchange: CompletedExchange): string | undefined {
  const number = elementsOf(exchange)[0]?.tracking_number;
  return typeof number === 'string' && number !== '' ? number : undefined;
}
