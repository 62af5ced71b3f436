import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'yaml';
import { packageFile } from '../../src/contract/package-root.js';
import { readChanges } from './read-changes.js';
import type { Effect } from './changes.js';
import type { DocumentService } from './document-service.js';
import { type DocumentOperation, type Problem, readOperations } from './read-operations.js';
import { type Call, type Reply, type Change } from './replies.js';

interface ServiceDefinition {
  readonly name: string;
  /** Credentials. */
  readonly headers: Readonly<Record<string, string>>;
  /** The effects of those changes whose row says nothing of theirs. */
  readonly effects: Readonly<Record<string, Effect>>;
  /** The reply to a request that the service refuses. */
  refuse(status: number, text: string, problems?: readonly Problem[]): Reply;
  /** The operations by identifier, over data of their own. @param is as that of a call */
  open(is: Call['is']): Readonly<Record<string, (call: Call) => Reply>>;
}

/** Makes handlers of operations on a thing that the call names, and that may not be there. */
export function onThing<Thing>(find: (call: Call) => Thing | undefined, missing: () => Reply) {
  return (handler: (thing: Thing, call: Call) => Reply) => (call: Call) => {
    const thing = find(call);
    return thing === undefined ? missing() : handler(thing, call);
  };
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}

/** 204. */
export function noContent(): Reply {
  return { status: 204, headers: {}, body: undefined };
}

/** A text as it is, anything else as JSON. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

export function documentService(definition: ServiceDefinition): DocumentService {
  const { name, headers, effects } = definition;
  const { faults, variants } = readChanges(name, effects);
  return {
    ...{ name, document: 'openapi.yaml', allowWrites: true, headers, faults, variants },
    listen: (change) => listen(definition, [...faults, ...variants], change),
  };
}

async function listen(definition: ServiceDefinition, changes: readonly Change[], name?: string) {
  const change = changes.find((each) => each.name === name);
  if (name !== undefined && change === undefined)
    throw new Error(`${definition.name} has no change called ${name}`);
  const file = packageFile('kill-matrix', 'documents', definition.name, 'openapi.yaml');
  const operations = readOperations(parse(readFileSync(file, 'utf8')));
  const handlers = definition.open((wanted) => wanted === name);
  const server = createServer((request, response) => {
    answer({ definition, operations, handlers, change }, request)
      .catch((error: unknown) => definition.refuse(500, String(error)))
      .then((reply) => send(reply, request, response, change?.delayMs))
      .catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

interface Context {
  readonly definition: ServiceDefinition;
  readonly operations: readonly DocumentOperation[];
  readonly handlers: Readonly<Record<string, (call: Call) => Reply>>;
  readonly change: Change | undefined;
}

async function answer(context: Context, request: IncomingMessage): Promise<Reply> {
  const { definition, operations, handlers, change } = context;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const url = new URL(request.url ?? '/', 'http://host');
  const method = request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET');
  const here = operations.filter(({ pattern }) => pattern.test(url.pathname));
  const operation = here.find((each) => each.method === method);
  if (here.length === 0) return definition.refuse(404, `There is nothing at ${url.pathname}`);
  if (operation === undefined) {
    const refused = definition.refuse(405, `${method} is not possible here`);
    refused.headers.allow = here.map((each) => each.method).join(', ');
    return refused;
  }
  const mediaType = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const input = operation.read(request, url, bytes, mediaType);
  const call: Call = {
    ...{ operation, path: url.pathname, headers: request.headers, mediaType, bytes },
    ...{ method: request.method ?? 'GET', parameters: input.parameters, body: input.body },
    isKnown: Object.entries(definition.headers).every(([name, value]) => request.headers[name] === value),
    is: (name) => change?.name === name,
  };
  const reply =
    (change?.before?.(call) ?? false) || (judge(definition, call, input, change) ?? handle(handlers, call));
  // The effect of a change on a reply stays out of the data of the service.
  const copy = Buffer.isBuffer(reply.body) ? reply : structuredClone(reply);
  return change?.reply?.(copy, call) ?? copy;
}

function judge(
  definition: ServiceDefinition,
  call: Call,
  input: { readonly problems: readonly Problem[]; readonly unsupported: boolean },
  change: Change | undefined,
): Reply | undefined {
  if (call.operation.secured && !call.isKnown && !change?.admits?.(call))
    return definition.refuse(401, 'The credentials are not valid');
  if (input.unsupported)
    return definition.refuse(415, `${call.mediaType || 'no media type'} is not supported`);
  const problems = change?.problems?.(input.problems, call) ?? input.problems;
  if (problems.length > 0) return definition.refuse(400, 'The request is not valid', problems);
  return undefined;
}

function handle(handlers: Context['handlers'], call: Call): Reply {
  const handler = handlers[call.operation.id];
  if (handler === undefined) throw new Error(`no handler for ${call.operation.id}`);
  return handler(call);
}

async function send(reply: Reply, request: IncomingMessage, response: ServerResponse, delayMs = 0) {
  if (delayMs > 0) await pause(delayMs);
  const { status, headers, body } = reply;
  const raw = Buffer.isBuffer(body) || typeof body === 'string';
  const bytes = body === undefined ? undefined : Buffer.from(raw ? body : JSON.stringify(body));
  const sized = bytes !== undefined || status === 204 || status === 304 ? {} : { 'content-length': 0 };
  response.writeHead(
    status,
    bytes ? { 'content-length': bytes.length, ...headers } : { ...sized, ...headers },
  );
  response.end(request.method === 'HEAD' ? undefined : bytes);
}
