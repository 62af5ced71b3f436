/** The requests expected in a sandbox, as the form holds them and as the control API accepts them. */
import type { OperationName, RequestExpectation, Verification } from '../../../../client/types.js';

export interface ExpectedRow {
  readonly times: number;
  /** 0 for any. */
  readonly status: number;
  /** Empty for any. */
  readonly operation: string;
}

export interface Expectation {
  readonly rows: readonly ExpectedRow[];
  readonly inOrder: boolean;
  readonly backoff: boolean;
}

export const usualExpectation: Expectation = {
  rows: [
    { times: 2, status: 500, operation: '' },
    { times: 1, status: 200, operation: '' },
  ],
  inOrder: true,
  backoff: false,
};

export function verificationOf({ rows, inOrder, backoff }: Expectation): Verification {
  return {
    ...(rows.length > 0 ? { requests: rows.map(requestOf) } : {}),
    ...(inOrder && rows.length > 1 ? { inOrder } : {}),
    ...(backoff ? { backoff } : {}),
  };
}

function requestOf({ times, status, operation }: ExpectedRow): RequestExpectation {
  return {
    // One of the document that is served.
    ...(operation === '' ? {} : { operation: operation as OperationName }),
    ...(status === 0 ? {} : { status }),
    times,
  };
}

export function isEmpty({ rows, backoff }: Expectation): boolean {
  return rows.length === 0 && !backoff;
}

/** `2 × 500, then 200, in order, back-off kept`. */
export function expectationText({ rows, inOrder, backoff }: Expectation): string {
  const joined = inOrder ? ', then ' : ' and ';
  const texts = rows.map(({ times, status, operation }) =>
    [
      times === 1 ? '' : `${times} ×`,
      status === 0 ? 'any status' : String(status),
      operation === '' ? '' : `of ${operation}`,
    ]
      .filter((part) => part !== '')
      .join(' '),
  );
  const extras = [...(inOrder && rows.length > 1 ? ['in order'] : []), ...(backoff ? ['back-off kept'] : [])];
  return [texts.join(joined), ...extras].filter((text) => text !== '').join(', ');
}
