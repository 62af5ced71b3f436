import type { IncomingMessage, ServerResponse } from 'node:http';
import { httpServer, wholeRequests, type SmallServer } from './small-server.js';
import { jsonOf } from '../target/json-body.js';

/** A to-do list that stores what it is sent. */
export interface TodoServer extends SmallServer {
  readonly records: Map<number, unknown>;
  /** Every request, such as `DELETE /todos/1`. */
  readonly calls: readonly string[];
}

export const todoKey = 'todo-key-for-tests';

/** @param ignores whether it looks at neither keys nor bodies, and carries out whatever its method and path say */
export async function todoServer(ignores: boolean): Promise<TodoServer> {
  const records = new Map<number, unknown>([1, 2, 3].map((id) => [id, { id, title: `Todo ${id}` }]));
  const calls: string[] = [];
  const answer = (request: IncomingMessage, text: string): [status: number, body?: unknown] => {
    const [path = ''] = (request.url ?? '').split('?');
    const method = request.method ?? '';
    const id = Number(/^\/todos\/(\d+)$/.exec(path)?.[1]);
    if (path !== '/todos' && Number.isNaN(id)) return [404, { error: 'no such path' }];
    if (!ignores && request.headers.authorization !== `Bearer ${todoKey}`) return [401, { error: 'key' }];
    const body = jsonOf(text);
    const isWrong = !ignores && typeof (body as { title?: unknown } | null | undefined)?.title !== 'string';
    if (path === '/todos' && method === 'GET') return [200, [...records.values()]];
    if (path === '/todos' && method === 'POST') {
      if (isWrong) return [400, { error: 'title' }];
      const next = Math.max(0, ...records.keys()) + 1;
      records.set(next, body);
      return [201, { id: next, title: 'made' }];
    }
    if (path === '/todos' && method === 'DELETE' && ignores) records.clear();
    if (path === '/todos') return [405, { error: 'method' }];
    if (method === 'PUT' && !isWrong) records.set(id, body);
    else if (method === 'PUT') return [400, { error: 'title' }];
    if (!records.has(id)) return [404, { error: 'no such id' }];
    if (method === 'PATCH') {
      if (isWrong) return [400, { error: 'title' }];
      records.set(id, body);
    }
    if (method === 'DELETE') {
      records.delete(id);
      return [204];
    }
    return ['GET', 'PUT', 'PATCH'].includes(method)
      ? [200, { id, title: 'one' }]
      : [405, { error: 'method' }];
  };
  const listener = wholeRequests((request, text, response) => {
    calls.push(`${request.method} ${request.url}`);
    send(response, answer(request, text));
  });
  return { ...(await httpServer(listener)), records, calls };
}

function send(response: ServerResponse, [status, body]: [status: number, body?: unknown]): void {
  const headers = { 'WWW-Authenticate': 'Bearer', Allow: 'GET, PUT, PATCH, DELETE, POST' };
  if (body === undefined) response.writeHead(status, headers).end();
  else
    response.writeHead(status, { ...headers, 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
