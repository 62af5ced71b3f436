/** Every shipped scenario that answers with a complete message, as a client of each operation sees it over a socket. */
import { describe, expect, it } from 'vitest';
import { undocumented } from '../../testing/documented.js';
import type { OperationId } from '../../shipping/operation-handler.js';
import { loadShippingContract } from '../../shipping/shipping-service.js';
import { startMock, type Received } from '../../testing/mock-server.js';
import { shippedAnswers, type SeenAnswer, type SeenCall } from '../../testing/scenarios/shipped-answers.js';
import { validRequest, visit, type ValidRequest } from '../../testing/scenarios/valid-requests.js';

const contract = await loadShippingContract();
const operations = contract.operations.map(({ id }) => id as OperationId);
/** A server for each operation, so that all have the same sandboxes, and with them the same chances. */
const servers = new Map(
  await Promise.all(
    operations.map(async (id) => {
      const server = await startMock({ seed: 1, quota: { limit: 1_000_000, windowSeconds: 60 } });
      return [id, server] as const;
    }),
  ),
);

/** Fails unless a response is the operation's normal one, untouched by scenarios. */
function expectNormal(id: OperationId, request: ValidRequest, response: Received): void {
  expect([id, response.status, response.headers.get('x-mock-scenario')]).toEqual([id, request.success, null]);
  expectContract(id, response, {});
}

function expectContract(
  id: OperationId,
  response: Received,
  { breaks, anywhere }: Pick<SeenAnswer, 'breaks' | 'anywhere'>,
): void {
  const json: unknown = response.text.startsWith('{') ? JSON.parse(response.text) : response.json;
  // A wrong type alone must not hide what else is wrong with the body.
  const contentType = breaks === 'unseen' ? 'application/json' : response.headers.get('content-type');
  const problems = undocumented(contract, id, { status: response.status, json, contentType });
  if (anywhere) expect(problems).toEqual([expect.stringMatching(/no response/)]);
  else if (breaks === undefined || breaks === 'unseen') expect([id, problems]).toEqual([id, []]);
  else expect(problems.join('; ')).toMatch(breaks);
}

function expectMarked(name: string, seen: SeenAnswer, response: Received, step: string): void {
  expect(response.headers.get('x-mock-scenario')).toBe(step === '' ? name : `${name}; ${step}`);
  expect(response.headers.get('x-mock-scenario-channel')).toBe('key');
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  for (const [header, pattern] of Object.entries(seen.headers ?? {})) {
    if (pattern === null) expect([header, response.headers.get(header)]).toEqual([header, null]);
    else expect(response.headers.get(header)).toMatch(pattern);
  }
  if (seen.text) expect(response.text).toMatch(seen.text);
  const json: unknown = seen.body || seen.data ? JSON.parse(response.text) : undefined;
  if (seen.body) expect(json).toMatchObject(seen.body);
  if (seen.data) expect(seen.data((json as Received['json']).data)).toBe(true);
}

function callsOf({ on = operations, calls }: SeenAnswer, id: OperationId): readonly SeenCall[] {
  return on.includes(id) ? calls : ['normal'];
}

/** The parts of the calls' markers behind the name; one for each that is not normal. */
function stepsOf({ steps = [] }: SeenAnswer, calls: readonly SeenCall[]): string[] {
  if (steps !== 'by call') return [...steps];
  return calls.flatMap((call, index) => (call === 'normal' ? [] : [`call ${index + 1}`]));
}

describe.each(Object.entries(shippedAnswers))('%s', (name, seen) => {
  it.each(operations)('%s', async (id) => {
    const server = servers.get(id)!;
    const calls = callsOf(seen, id);
    const steps = stepsOf(seen, calls);
    for (const call of calls) {
      const request = await validRequest(server, name, id);
      const key = { Authorization: `Bearer dk_test_${name}~${name}` };
      const response = await visit(server, request, name, key);
      if (call === 'normal') {
        expectNormal(id, request, response);
        continue;
      }
      expect([id, response.status]).toEqual([id, call === 'changed' ? request.success : call]);
      expectMarked(name, seen, response, steps.shift() ?? '');
      expectContract(id, response, seen);
    }
    expect(steps).toEqual([]);
  });
});
