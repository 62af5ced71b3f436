import { responseFor, type Located, type Operation } from '../../contract/operations.js';
import type { ParameterObject } from '../../contract/openapi.js';
import type { BodyProblem, CaseDraft } from '../cases/case.js';
import type { RequestParts } from '../cases/request.js';
import type { StatedContract } from '../document/stated-contract.js';

/** One thing that is wrong with a request that no rule planned. */
export interface TrafficProblem extends BodyProblem {
  readonly kind:
    | 'not JSON'
    | 'missing'
    | 'type'
    | 'value'
    | 'unknown field'
    | 'parameter missing'
    | 'parameter value';
  readonly parameter?: Located<ParameterObject>;
}

/** A request of ordinary traffic to an operation of the document, with what is known of it. */
export interface TrafficRequest {
  readonly contract: StatedContract;
  readonly operation: Operation;
  /** With the path below the base address. */
  readonly parts: RequestParts;
  /** Of the response; undefined where none came. */
  readonly status: number | undefined;
  /** Problems by the constraints that the specification states. */
  readonly problems: readonly TrafficProblem[];
  /** True if everything that the document says of it was looked at, and holds. */
  readonly isValid: boolean;
  /** True if the operation needs credentials, and it surely has none. */
  readonly lacksCredentials: boolean;
}

/** The case that a sending rule derives from a request of somebody else, which decides how its response is judged. */
export type TrafficCase = Pick<CaseDraft, 'title' | 'accept' | 'problems' | 'parameter' | 'level'>;

/** Every status by which a server rejects a request: why it did is not known in ordinary traffic. */
export const anyRejection: readonly number[] = Array.from({ length: 100 }, (_, index) => 400 + index);

/** Returns whether a server carried out a request. */
export function isServed({ status = 0 }: Pick<TrafficRequest, 'status'>): boolean {
  return status >= 200 && status < 300;
}

/** By which HTTP itself rejects a message, whatever the document says. */
const byHttp: readonly number[] = [405, 406, 408, 411, 413, 414, 415, 417, 431];

/** The statuses by which an operation may reject a wrong request: of the service's own document those that it has, elsewhere any. */
function rejectionsOf({ contract, operation }: TrafficRequest): readonly number[] {
  return contract.own
    ? anyRejection.filter((status) => byHttp.includes(status) || responseFor(operation, status) !== undefined)
    : anyRejection;
}

/** Returns whether a request was rejected by a status that the service does not have. */
function isRejectedOtherwise({ status = 0 }: TrafficRequest, rejections: readonly number[]): boolean {
  return anyRejection.includes(status) && !rejections.includes(status);
}

/** A request that was served, or rejected by another status than the service has, although its first problem is of one of these kinds. */
export function rejectedFor(
  kinds: readonly TrafficProblem['kind'][],
): (request: TrafficRequest) => TrafficCase | undefined {
  return (request) => {
    const { problems } = request;
    const [first] = problems;
    if (first === undefined || !kinds.includes(first.kind)) return undefined;
    const accept = rejectionsOf(request);
    if (!isServed(request) && !isRejectedOtherwise(request, accept)) return undefined;
    const { parameter } = first;
    return {
      title: first.text,
      accept,
      problems,
      ...(parameter === undefined ? {} : { parameter }),
    };
  };
}
