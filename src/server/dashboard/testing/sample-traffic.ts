/** Traffic of every kind, so that each view has something to show. */
import type { Page } from 'playwright-core';
import type { DrydockServer } from '../../create-server.js';
import { rateRequest } from '../../../testing/rate-requests.js';
import { headersWith, send } from '../../../testing/mock-server.js';

/** Calls the control API. @param path below /__drydock/ */
export async function controlCall(
  server: DrydockServer,
  method: string,
  path: string,
  body?: unknown,
): Promise<Response> {
  const response = await fetch(`${server.origin}/__drydock/${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${server.controlToken}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}`);
  return response;
}

/** Resets all sandboxes, and waits until the page has heard of it. */
export async function resetAll(server: DrydockServer, page: Page): Promise<void> {
  const heard = page.waitForRequest('**/__drydock/scenarios');
  await controlCall(server, 'POST', 'reset');
  await heard;
}

/** A rate request with three things wrong, each at another depth. */
export function wrongRateRequest(): Record<string, unknown> {
  const request = rateRequest({ weight_unit: 'stone' });
  const [box] = request.box_dimension as { weight: number; items: { quantity: unknown }[] }[];
  if (box?.items[0]) {
    box.weight = -2;
    box.items[0].quantity = 1;
  }
  return request;
}

export function postRates(server: DrydockServer, body: unknown, key = 'dk_test_demo') {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return send(server, 'POST', '/get-shipping-rates', { headers: headersWith(key), body: text });
}

/** Exchanges of sandbox `demo`, in this order: 1 rates, 2 wrong rates, 3 a forced 429, 4 an expired key, 5 an unknown path. */
export async function sampleTraffic(server: DrydockServer): Promise<void> {
  await postRates(server, rateRequest({ delivery_type: 'residential' }));
  await postRates(server, wrongRateRequest());
  await send(server, 'GET', '/categories', {
    headers: { ...headersWith('dk_test_demo'), 'X-Mock-Scenario': 'rate-limited' },
  });
  await send(server, 'GET', '/categories', { headers: headersWith('dk_expired_demo') });
  await send(server, 'GET', '/nothing', { headers: headersWith('dk_test_demo') });
  await controlCall(server, 'PUT', 'sandboxes/test-7/scenario', { scenario: 'flaky' });
  await send(server, 'GET', '/categories', { headers: headersWith('dk_test_test-7') });
  await controlCall(server, 'PUT', 'sandboxes/trial/scenario', {
    definition: { title: 'Late', advice: 'Wait.', delay: '5ms' },
    name: 'late',
  });
  await controlCall(server, 'POST', 'keys', { name: 'nightly run', scopes: ['rates'] });
}
