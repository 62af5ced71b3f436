import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { requestBodyValidator } from '../../contract/contract.js';
import { loadShippingContract } from '../../shipping/shipping-service.js';
import { wholeRequests } from './small-server.js';
import { jsonOf } from '../target/json-body.js';

/** Loaded and compiled once for all servers and runs of a test file. */
export const shippingContract = await loadShippingContract();

/** A whole response of the small service, before it is sent. */
export interface SmallResponse {
  status: number;
  body: Record<string, unknown>;
  /** Sent in place of `body`. */
  text?: string;
  headers?: Record<string, string>;
}

export interface SmallCall {
  readonly request: IncomingMessage;
  readonly text: string;
  /** From 1. */
  readonly number: number;
}

export const keys = { valid: 'small-valid-key', expired: 'small-expired-key', limited: 'small-limited-key' };

/**
 * The service in as few lines as tests need. It conforms, until `change` breaks something.
 *
 * @param change sees every response before it is sent; undefined sends none
 */
export function smallService(
  change: (response: SmallResponse, call: SmallCall) => SmallResponse | undefined = (response) => response,
): RequestListener {
  const contract = shippingContract;
  const rates = contract.operations.find(({ id }) => id === 'getShippingRates');
  const validate = rates && requestBodyValidator(contract, rates);
  if (validate === undefined) throw new Error('The document has no getShippingRates.');
  let number = 0;
  const responseTo = (request: IncomingMessage, text: string): SmallResponse => {
    const key = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (key !== keys.valid && key !== keys.limited) return failure(401, 'Invalid API key');
    const path = request.url?.replace(/^https?:\/\/[^/]*/, '');
    if (path === '/categories' && request.method === 'GET') return success([category(1), category(2)]);
    if (path !== '/get-shipping-rates') return failure(404, 'Not found');
    if (request.method !== 'POST') return failure(405, 'Method not allowed');
    if (key === keys.limited) return failure(403, 'Insufficient permissions');
    const problems = contract.validators
      .problems(validate, jsonOf(text), 'body')
      .map((problem) => problem.text);
    return problems.length > 0
      ? failure(400, 'Invalid request', problems)
      : success([rate(1, number), rate(2, number)]);
  };
  return wholeRequests((request, text, response) => {
    number += 1;
    const changed = change(responseTo(request, text), { request, text, number });
    if (changed) send(response, changed, request.url === '/categories' ? 'GET' : 'POST');
  });
}

export function failure(status: number, message: string, errors: string[] = [message]): SmallResponse {
  return { status, body: { status: false, message, data: [], errors, response_code: String(status) } };
}

export function success(data: unknown[]): SmallResponse {
  return { status: 200, body: { status: true, message: '', data, errors: [], response_code: '200' } };
}

function send(
  response: ServerResponse,
  { status, body, text = JSON.stringify(body), headers }: SmallResponse,
  Allow: string,
): void {
  const type = { 'Content-Type': 'application/json', Allow, 'WWW-Authenticate': 'Bearer' };
  response.writeHead(status, { ...type, ...headers }).end(text);
}

export function category(id: number) {
  const moment = '2024-02-11T08:30:12Z';
  return { id, name: `Category ${id}`, created_at: moment, updated_at: moment };
}

function rate(option: number, request: number) {
  return {
    id: `rate-${request}-${option}`,
    request_id: `request-${request}`,
    courier_name: `Courier ${option}`,
    courier_type: 'ground',
    delivery_time: 24 * option,
    delivery_time_text: `${option} days`,
    description: 'By road, with tracking.',
    home_delivery_fee: 0,
    import_tax: 'None',
    logo: 'https://img.example/logo.png',
    shipping_charge: 10.5 * option,
  };
}
