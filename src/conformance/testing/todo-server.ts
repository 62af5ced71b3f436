import { answeringServer, type AskedServer, type Call } from './small-server.js';
import { jsonOf } from '../target/json-body.js';

/** A to-do list that stores what it is sent. */
export interface TodoServer extends AskedServer {
  readonly records: Map<number, unknown>;
}

export const todoKey = 'todo-key-for-tests';

/** @param ignores whether it looks at neither keys nor bodies, and carries out whatever its method and path say */
export async function todoServer(ignores: boolean): Promise<TodoServer> {
  const records = new Map<number, unknown>([1, 2, 3].map((id) => [id, { id, title: `Todo ${id}` }]));
  const answerTo = ({ method, path, headers, text }: Call): [status: number, body?: object] => {
    const id = Number(/^\/todos\/(\d+)$/.exec(path)?.[1]);
    if (path !== '/todos' && Number.isNaN(id)) return [404, { error: 'no such path' }];
    if (!ignores && headers.authorization !== `Bearer ${todoKey}`) return [401, { error: 'key' }];
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
  const server = await answeringServer((call) => {
    const [status, body] = answerTo(call);
    return { status, body, headers: ofEach };
  });
  return { ...server, records };
}

const ofEach = { 'WWW-Authenticate': 'Bearer', Allow: 'GET, PUT, PATCH, DELETE, POST' };
