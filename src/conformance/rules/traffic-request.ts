import type { Located, Operation } from '../../contract/operations.js';
import type { ParameterObject } from '../../contract/openapi.js';
import type { BodyProblem, CaseDraft } from '../cases/case.js';
import type { RequestParts } from '../cases/request.js';
import type { StatedContract } from '../document/stated-contract.js';

/** One thing that is wrong with a request that no rule planned. */
export interface TrafficProblem extends BodyProblem {
  readonly kind:
    'not JSON' | 'missing' | 'type' | 'value' | 'unknown field' | 'parameter missing' | 'parameter value';
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

/** A request that was served, although its first problem is of one of these kinds. */
export function rejectedFor(
  kinds: readonly TrafficProblem['kind'][],
): (request: TrafficRequest) => TrafficCase | undefined {
  return (request) => {
    const { problems } = request;
    const [first] = problems;
    if (!isServed(request) || first === undefined || !kinds.includes(first.kind)) return undefined;
    const { parameter } = first;
    return {
      title: first.text,
      accept: anyRejection,
      problems,
      ...(parameter === undefined ? {} : { parameter }),
    };
  };
}
