import { headersWith, send } from '../mock-server.js';
import type { Received } from '../mock-server.js';
import { rateExamples } from '../rate-requests.js';
import type { DrydockServer } from '../../server/create-server.js';

/** The ids of the operations that the service documents. */
export type OperationId = 'listCategories' | 'getShippingRates' | 'createOrder' | 'getOrder';

/** A request that the mock answers with a success. */
export interface ValidRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  /** The status of its success. */
  readonly success: number;
}

/** For every operation a valid request of a sandbox, with a rate that it was quoted and an order that it made. */
export async function validRequests(
  server: DrydockServer,
  sandbox: string,
): Promise<Record<OperationId, ValidRequest>> {
  // What is set for sandbox or server must not come in between.
  const headers = { ...headersWith(`dk_test_${sandbox}`), 'X-Mock-Scenario': 'normal' };
  const rates = JSON.stringify(rateExamples.domestic_commercial);
  const rated = await send(server, 'POST', '/get-shipping-rates', { headers, body: rates });
  const order = JSON.stringify({ rate_id: rated.json.data[0]?.id });
  const ordered = await send(server, 'POST', '/create-order', { headers, body: order });
  const tracking = String(ordered.json.data[0]?.tracking_number);
  return {
    listCategories: { method: 'GET', path: '/categories', success: 200 },
    getShippingRates: { method: 'POST', path: '/get-shipping-rates', body: rates, success: 200 },
    createOrder: { method: 'POST', path: '/create-order', body: order, success: 201 },
    getOrder: { method: 'GET', path: `/orders/${tracking}`, success: 200 },
  };
}

/** Sends a request with more headers and, unless they bring one, the key of a sandbox. */
export function visit(
  server: DrydockServer,
  request: ValidRequest,
  sandbox: string,
  more: Record<string, string> = {},
): Promise<Received> {
  const body = request.body === undefined ? {} : { body: request.body };
  const headers = { ...headersWith(`dk_test_${sandbox}`), ...more };
  return send(server, request.method, request.path, { headers, ...body });
}
