import { examplesOf, jsonMediaType, type Operation } from '../../contract/operations.js';
import type { OpenApiDocument } from '../../contract/openapi.js';
import type { DrydockServer } from '../../server/create-server.js';
import type { OperationId } from '../../shipping/operation-handler.js';
import { headersWith, send, type Received } from '../mock-server.js';
import { rateExamples } from '../rate-requests.js';

/** A request that the mock answers with a success. */
export interface ValidRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  /** The status of its success. */
  readonly success: number;
}

/** Makers of what a request can name only after another operation made it, by the name of its parameter or field. */
const makers: Readonly<Record<string, (server: DrydockServer, sandbox: string) => Promise<string>>> = {
  rate_id: quoteRate,
  tracking_number: placeOrder,
};

/** For every operation a valid request of a sandbox: the first of `requestsOf`. */
export async function validRequests(
  server: DrydockServer,
  sandbox: string,
): Promise<Record<OperationId, ValidRequest>> {
  const { operations } = server.mock().contract;
  const requests = operations.map(async ({ id }) => [id, await validRequest(server, sandbox, id)]);
  return Object.fromEntries(await Promise.all(requests)) as Record<OperationId, ValidRequest>;
}

/** A valid request of a sandbox, made for one use: the operation may remove what it names. */
export async function validRequest(
  server: DrydockServer,
  sandbox: string,
  id: string,
): Promise<ValidRequest> {
  const [first] = await requestsOf(server, sandbox, id);
  if (!first) throw new Error(`${id} has no valid request.`);
  return first;
}

/** A valid request of a sandbox for each example of the operation's body; one where it takes none. */
export async function requestsOf(
  server: DrydockServer,
  sandbox: string,
  id: string,
): Promise<ValidRequest[]> {
  const { contract } = server.mock();
  const operation = contract.operations.find((one) => one.id === id);
  if (!operation) throw new Error(`The document has no operation ${id}.`);
  const success = Number([...operation.responses.keys()].find((code) => code.startsWith('2')));
  const made = async (name: string) => makers[name]?.(server, sandbox);
  const path = await filledPath(contract.document, operation, made);
  const request = { method: operation.method.toUpperCase(), path, success };
  const bodies = bodyExamples(contract.document, operation).map(async (example) => {
    const fields = Object.entries(example).map(async ([name, value]: [string, unknown]) => {
      const own: unknown = (await made(name)) ?? value;
      return [name, own] as const;
    });
    return JSON.stringify(Object.fromEntries(await Promise.all(fields)));
  });
  if (bodies.length === 0) return [request];
  return (await Promise.all(bodies)).map((body) => ({ ...request, body }));
}

/** The path with what was made for it, or else with the examples of its parameters. */
async function filledPath(
  document: OpenApiDocument,
  { path, parameters }: Operation,
  made: (name: string) => Promise<string | undefined>,
): Promise<string> {
  let filled = path;
  for (const { value: parameter } of parameters.filter(({ value }) => value.in === 'path')) {
    const [example] = examplesOf(document, parameter).values();
    const text = (await made(parameter.name)) ?? String(example);
    filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(text));
  }
  return filled;
}

function bodyExamples(document: OpenApiDocument, { requestBody }: Operation): object[] {
  const { content } = requestBody?.value ?? {};
  return [...examplesOf(document, content?.[jsonMediaType(content) ?? ''] ?? {}).values()] as object[];
}

/** Headers under which nothing that is set for sandbox or server comes in between. */
const undisturbed = (sandbox: string) => ({
  ...headersWith(`dk_test_${sandbox}`),
  'X-Mock-Scenario': 'normal',
});

async function quoteRate(server: DrydockServer, sandbox: string): Promise<string> {
  const body = JSON.stringify(rateExamples.domestic_commercial);
  const rated = await send(server, 'POST', '/get-shipping-rates', { headers: undisturbed(sandbox), body });
  return String(rated.json.data[0]?.id);
}

async function placeOrder(server: DrydockServer, sandbox: string): Promise<string> {
  const body = JSON.stringify({ rate_id: await quoteRate(server, sandbox) });
  const ordered = await send(server, 'POST', '/create-order', { headers: undisturbed(sandbox), body });
  return String(ordered.json.data[0]?.tracking_number);
}

/** The methods that an operation's path answers, in the order of the document, and usual ones that it refuses. */
export function methodsBeside(
  operations: readonly Operation[],
  { path }: Operation,
): { readonly allowed: string[]; readonly wrong: string[] } {
  const documented = operations.filter((other) => other.path === path);
  const answered = documented.flatMap(({ method }) =>
    method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()],
  );
  const wrong = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !answered.includes(method));
  return { allowed: [...answered, 'OPTIONS'], wrong };
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
