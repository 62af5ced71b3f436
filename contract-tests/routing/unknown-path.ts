import type { CaseDraft } from '../../src/conformance/cases/case.js';
import type { Planner } from '../../src/conformance/cases/planner.js';
import type { Operation } from '../../src/contract/operations.js';
import { acceptedStatus } from '../../src/conformance/checks/accepted-status.js';
import { withHeaders } from '../../src/conformance/cases/request.js';
import { mayWrite } from '../../src/conformance/cases/writes.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { versionPrefix } from './steps/version-prefix.js';

const path = '/drydock-no-such-path';

/** Paths next to and below a documented one, with a name that no server has. */
function beside(planner: Planner, operation: Operation, accept: readonly number[]): CaseDraft[] {
  const request = planner.request(operation);
  const others = [
    `${operation.path}/drydock-no-such-thing`,
    `${operation.path}-drydock`,
    ...(operation.method === 'get' ? [`${operation.path}drydock`] : []),
    // Below the prefix may be another service than at the base address.
    `${planner.stated.own ? versionPrefix : '/drydock'}/no-such${operation.path}`,
  ];
  return others
    .filter((other) => planner.stated.operationsAt(other).length === 0)
    .map((other) => ({
      detail: `${request.method}${other}`,
      title: `${request.method} ${other}`,
      request: { ...request, path: other },
      // A server that looks only at the beginning or the end of a path calls the operation itself.
      harmless: !mayWrite(request, operation),
      accept: [...accept, 405],
    }));
}

export default rule({
  title: 'A path that does not exist is 404.',
  level: 'MUST',
  section: '7',
  sentence: '404 Not Found: Resource not found.',
  expected: ['status 404', 'without a key, status 401 or 404'],
  inOtherDocuments: {
    level: 'SHOULD',
    section: 'RFC 9110 15.5.5',
    sentence:
      'The 404 (Not Found) status code indicates that the origin server did not find a current representation for the target resource or is not willing to disclose that one exists.',
  },
  appliesTo: { document: 'any' },
  priority: 1,
  cases(planner) {
    const guarded = planner.guarded[0] ?? planner.operations[0];
    if (guarded === undefined) return { skip: 'the document has no operation', notApplicable: true };
    const plain = { method: 'GET', path, headers: { Accept: '*/*', 'User-Agent': 'drydock-kit' } };
    const bare = { ...plain, headers: { ...plain.headers } };
    const keyed = planner.keys.valid === undefined ? bare : planner.keyed(guarded, bare, planner.keys.valid);
    const accept = planner.stated.own ? [404] : [404, 401, 403, 405, 400, 410];
    const browser = withHeaders(keyed, { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    const posted = {
      ...keyed,
      method: 'POST',
      body: Buffer.from('{}'),
      headers: { ...keyed.headers, 'Content-Type': 'application/json' },
    };
    const drafts: CaseDraft[] = [
      { detail: 'get', title: `GET ${path}`, request: keyed, accept },
      {
        detail: 'get-browser',
        title: `GET ${path} with the Accept header of a browser`,
        request: browser,
        accept,
      },
      ...planner.statedOperations
        .filter((operation) => !operation.path.includes('{'))
        .flatMap((operation) => beside(planner, operation, accept)),
      { detail: 'post', title: `POST ${path}`, request: posted, accept: [...accept, 405], harmless: true },
      {
        detail: 'head',
        title: `HEAD ${path}`,
        request: { ...keyed, method: 'HEAD' },
        accept: [...accept, 405, 501],
      },
      { detail: 'no-key', title: `GET ${path} without a key`, request: bare, accept: [...accept, 401] },
    ];
    return drafts;
  },
  check(exchange) {
    const finding = acceptedStatus(exchange);
    const { status } = exchange.response;
    // Below an operation may be another that the specification doesn't show, which rejects the name.
    const mayBeRejected = exchange.request.path !== path && (status === 400 || status === 403);
    return finding !== 'pass' && mayBeRejected ? { actual: `status ${status}`, level: 'SHOULD' } : finding;
  },
});
