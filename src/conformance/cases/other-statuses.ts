import type { Operation } from '../../contract/operations.js';
import { weaker, type Level } from '../level.js';
import type { CaseDraft } from './case.js';
import type { Planner } from './planner.js';

/** By which any service may reject what it can't serve, whether or not its document says so: another rule looks at that. */
const usualRejections = [400, 404, 409, 410, 415, 422];
/** By which a service may refuse a caller whom it doesn't know: some hide what there is, others lead to a login. */
const redirections = [302, 303, 307];
const usualRefusals = [401, 403, 400, 404, ...redirections];
/** These say something of the caller or the server, and not that the request is wrong. */
const notOfTheRequest = new Set([401, 403, 407, 429]);

/**
 * The statuses that pass in a case of another document. A rule names those of this service; elsewhere the document decides,
 * and values that only the suite chose may mean nothing to the server.
 */
export function statusesElsewhere(planner: Planner, { operation, accept }: CaseDraft): readonly number[] {
  // A server may demand a credential for an undocumented path or method first, whatever the operations beside it need.
  if (operation === undefined)
    return accept.some((status) => status === 401 || status === 405)
      ? unique([...accept, 401, 403, ...redirections])
      : accept;
  const rejections = [
    ...usualRejections,
    ...documented(operation, 400, 499).filter((status) => !notOfTheRequest.has(status)),
  ];
  if (accept.some((status) => status < 300)) {
    const served = documented(operation, 200, 399);
    const successes = [...planner.successStatuses(operation), ...served];
    // A document may describe nothing but what goes wrong.
    if (served.length === 0) successes.push(...documented(operation, 400, 499));
    // A credential in the body, as that of a token endpoint, is the target's own: nobody has given it.
    const inBody = planner.credentials(operation).length === 0 && operation.responses.has('401') ? [401] : [];
    const refusals = planner.isAuthorized(operation) ? [403, ...inBody] : usualRefusals;
    return unique([...successes, ...accept, ...rejections, ...refusals]);
  }
  if (accept.includes(401)) {
    const refusals = unique([...accept, ...usualRefusals, ...rejections]);
    const has = (...statuses: string[]) => statuses.some((status) => operation.responses.has(status));
    // The document names the status of a caller without a key.
    const isPrecise = has('401') && !has('403', '4XX', '4xx', 'default');
    const isStated = (status: number) =>
      has(String(status), `${Math.floor(status / 100)}XX`, `${Math.floor(status / 100)}xx`, 'default');
    return refusals.filter(
      (status) =>
        !(isPrecise && status === 403) && !(has('401') && redirections.includes(status) && !isStated(status)),
    );
  }
  return accept.includes(400) ? unique([...accept, ...rejections]) : accept;
}

/**
 * The level of a case of another document: that an invalid request is rejected is stated where the operation documents
 * what happens to one.
 */
export function levelElsewhere({ operation, accept, problems = [] }: CaseDraft, level: Level): Level {
  if (operation === undefined || problems.length === 0 || accept.some((status) => status < 400)) return level;
  const states = ['400', '422', '4XX', '4xx', 'default'].some((status) => operation.responses.has(status));
  return states ? level : weaker(level, 'SHOULD');
}

/** The documented statuses within bounds; a class such as `4XX` stands for all of it, as does `default`. */
function documented({ responses }: Operation, low: number, high: number): number[] {
  return [...responses.keys()].flatMap((key) => {
    const [, digit] = /^([1-5])XX$/i.exec(key) ?? [];
    const first = digit === undefined ? Number(key) : Number(digit) * 100;
    if (key === 'default') return low === 400 ? range(400, 499) : [];
    if (first < low || first > high) return [];
    return digit === undefined ? [first] : range(first, Math.min(first + 99, high));
  });
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function unique(statuses: readonly number[]): number[] {
  return [...new Set(statuses)];
}
