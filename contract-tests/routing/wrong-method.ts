import type { CaseDraft } from '../../src/conformance/cases/case.js';
import type { Planner } from '../../src/conformance/cases/planner.js';
import type { Operation } from '../../src/contract/operations.js';
import { rule } from '../../src/conformance/rules/rule.js';

const expected = [404, 405, 501];

export default rule({
  title: 'A method that an operation does not have is rejected.',
  level: 'MUST',
  section: '4',
  sentence: 'Method: GET (4.1); Method: POST (4.2).',
  expected: ['status 404 or 405', 'status 401 without a key'],
  inOtherDocuments: {
    level: 'SHOULD',
    section: 'RFC 9110 15.5.6',
    sentence:
      'The 405 (Method Not Allowed) status code indicates that the method received in the request-line is known by the origin server but not supported by the target resource.',
  },
  appliesTo: { document: 'any' },
  cases: (planner) => planner.operations.flatMap((operation) => wrongMethods(planner, operation)),
  check({ case: item, request, response }) {
    if (item.accept.includes(response.status)) return 'pass';
    // The specification doesn't say that a path has no more methods, but what is listed can't be deleted.
    const level = response.status < 400 && request.method === 'DELETE' ? 'MUST' : 'SHOULD';
    return { actual: `status ${response.status}`, level };
  },
});

/**
 * DELETE is sent without a key, because a server may have more operations than the document says. To an operation that this
 * service states it is sent with the key too: by default only where the operation keeps nothing.
 */
function wrongMethods(planner: Planner, operation: Operation): CaseDraft[] {
  const { contract } = planner.stated;
  const [first] = contract.operations.filter(({ path }) => path === operation.path);
  if (first !== operation) return [];
  const level = planner.stated.own ? planner.stated.levelOf(operation) : 'SHOULD';
  // The specification says that the service has no more operations (section 1); another document may leave some out.
  const harmless = planner.stated.own && level === 'MUST';
  const deletes = harmless && (operation.isSafe || planner.allowWrites);
  const valid = planner.request(operation);
  const bare = planner.requestWithoutKey(operation);
  // The path may be one of another template as well.
  const documented = planner.stated.operationsAt(valid.path).map(({ method }) => method.toUpperCase());
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !documented.includes(method));
  return [...methods.map((method) => [method, method !== 'DELETE'] as const), ['DELETE', true] as const]
    .filter(([method, keyed]) => methods.includes(method) && (method !== 'DELETE' || !keyed || deletes))
    .map(([method, keyed]): CaseDraft => {
      const { path, headers } = keyed ? valid : bare;
      // A server that takes any method for the operation's own serves a body that is valid there.
      const content = harmless && operation.isSafe ? valid.body : undefined;
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: content ?? Buffer.from('{}') };
      const typed =
        'body' in body ? { ...headers, 'Content-Type': 'application/json' } : withoutType(headers);
      return {
        detail: `${method}${operation.path}${keyed && method === 'DELETE' ? ' with the key' : ''}`,
        title: `${method} ${operation.path}${keyed ? '' : ' without a key'}`,
        // A header that another document leaves out may have another form.
        operation: planner.stated.own ? operation : undefined,
        request: { method, path, headers: typed, ...body },
        accept: keyed ? expected : [...expected, 401, 403],
        level,
        responseLevel: level,
        harmless: harmless && (method !== 'DELETE' || !keyed || operation.isSafe),
      };
    });
}

function withoutType(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'Content-Type'));
}
