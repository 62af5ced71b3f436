import { Router } from 'express';
import type { Request, RequestHandler, Response } from 'express';
import type { Contract } from '../contract/contract.js';
import type { Operation } from '../contract/operations.js';
import { parseJsonBody } from '../mock/routing/json-body.js';
import { readBody } from '../server/http/read-body.js';
import { controlContract, readCall } from './control-contract.js';
import type { RawCall } from './control-contract.js';
import type { ControlAnswer, ControlHandler, ControlHandlers } from './control-handler.js';
import type { ServerContext } from '../server/server-context.js';
import { ControlProblem, problemFrom } from './problem.js';
import { prepareKeys } from './resources/keys.js';
import { prepareRequests } from './resources/requests.js';
import { prepareSandboxes } from './resources/sandboxes.js';
import { prepareScenarios } from './resources/scenarios.js';
import { prepareWatching } from './resources/watching.js';

/** Bodies larger than this are refused with 413, in bytes (256 KiB). */
const maxBodyBytes = 262_144;

/** Every handler of the control API, by the id of its operation. */
export function controlHandlers(context: ServerContext): ControlHandlers {
  return {
    ...prepareScenarios(context),
    ...prepareSandboxes(context),
    ...prepareRequests(context),
    ...prepareKeys(context),
    ...prepareWatching(context),
  };
}

/**
 * The control API: its paths are those of control-api.yaml, each answered by the handler of its operation's id. The
 * document is loaded at the first request. Who may call is decided before, by the guard.
 */
export function controlRouter(context: ServerContext): RequestHandler {
  const handlers = controlHandlers(context);
  let routes: Promise<Router> | undefined;
  return async (request, response, next) => {
    response.set({ 'Cache-Control': 'no-store', 'Cross-Origin-Resource-Policy': 'same-origin' });
    routes ??= controlContract().then((contract) => routesOf(contract, handlers));
    (await routes)(request, response, next);
  };
}

function routesOf(contract: Contract, handlers: ControlHandlers): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const allowed = new Map<string, string[]>();
  for (const operation of contract.operations) {
    const path = operation.path.replace(/\{(\w+)\}/g, ':$1');
    const method = operation.method as 'get' | 'put' | 'post' | 'delete';
    const handler = handlers[operation.id];
    if (!handler) continue;
    allowed.set(path, [
      ...(allowed.get(path) ?? []),
      ...(method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]),
    ]);
    router[method](path, (request, response) => answer(contract, operation, handler, request, response));
  }
  for (const [path, methods] of allowed) router.all(path, refuseMethod(methods.join(', ')));
  return router;
}

function refuseMethod(allow: string): RequestHandler {
  return ({ method }) => {
    throw new ControlProblem(405, `${method} is not allowed here; allowed: ${allow}.`, {}, { Allow: allow });
  };
}

async function answer(
  contract: Contract,
  operation: Operation,
  handler: ControlHandler,
  request: Request,
  response: Response,
): Promise<void> {
  const call = readCall(contract, operation, await rawCall(request));
  send(request, response, await handler(call));
}

async function rawCall(request: Request): Promise<RawCall> {
  const { url } = request;
  const mark = url.indexOf('?');
  return {
    path: request.params as Record<string, string>,
    query: mark === -1 ? '' : url.slice(mark + 1),
    body: await readJson(request),
  };
}

/**
 * A form of another page can send only the media types of forms, so whatever comes with another one than JSON is refused
 * unread. No body at all is none of these.
 */
async function readJson(request: Request): Promise<RawCall['body']> {
  const { headers } = request;
  const contentType = headers['content-type'];
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!hasBody && contentType === undefined) return undefined;
  if (!/^application\/json\s*(;\s*charset="?utf-?8"?\s*)?$/i.test(contentType ?? '')) {
    const got = contentType === undefined ? 'nothing' : JSON.stringify(contentType.slice(0, 100));
    throw new ControlProblem(415, `Content-Type must be application/json, got ${got}.`);
  }
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    throw new ControlProblem(415, 'Content-Encoding must be identity.');
  const { bytes, tooLarge } = await new Promise<Parameters<Parameters<typeof readBody>[2]>[0]>((resolve) => {
    readBody(request, maxBodyBytes, resolve);
  });
  if (tooLarge) {
    const detail = `The body must be at most ${maxBodyBytes} bytes.`;
    throw new ControlProblem(413, detail, {}, { Connection: 'close' });
  }
  if (bytes.length === 0) return undefined;
  const parsed = parseJsonBody(bytes);
  if ('problem' in parsed) throw problemFrom(400, [parsed.problem]);
  return parsed;
}

function send(request: Request, response: Response, answer: ControlAnswer): void {
  if ('stream' in answer) {
    if (request.method === 'HEAD') response.end();
    else answer.stream(response);
    return;
  }
  response.status(answer.status);
  if ('json' in answer) {
    response.set(answer.headers ?? {}).type('application/json');
    response.send(JSON.stringify(answer.json));
  } else if ('text' in answer) response.set('Content-Type', answer.mediaType).send(answer.text);
  else response.end();
}
