import type { SecurityRequirement } from '../../contract/openapi.js';
import type { RequestHeaders } from '../exchange/request.js';
import type { Identity } from './identity.js';
import { bearer, type KeyCheck, type SchemeReader } from './identity-reader.js';

/** Permission for a request to use an operation, or the reason why not. */
export type Access = { readonly kind: 'granted' } | { readonly kind: 'forbidden' } | RefusedAccess;

export interface RefusedAccess {
  readonly kind: 'refused';
  readonly reason: Exclude<Identity['kind'], 'valid'>;
  readonly schemes: readonly SchemeReader[];
}

/** The requirements on a request's keys. */
export interface AccessQuestion {
  /** Alternatives, of which one must be met, each with every scheme that it names (OpenAPI 3.1, Security Requirement Object). */
  readonly security: readonly SecurityRequirement[];
  readonly headers: RequestHeaders;
  readonly query: string;
  /** True if a key that is limited may pass where no scope is named. */
  readonly readsOnly: boolean;
}

export type AccessCheck = (question: AccessQuestion) => Access;

const granted: Access = { kind: 'granted' };
const forbidden: Access = { kind: 'forbidden' };
/** From the most to the least that can be said of a key. */
const order = ['forbidden', 'expired', 'unknown', 'missing'] as const;
type Obstacle = (typeof order)[number];

/** Checks a request's keys against the security requirements of an operation. */
export function accessCheck(schemes: ReadonlyMap<string, SchemeReader>, check: KeyCheck): AccessCheck {
  const obstacleOf = (
    name: string,
    scopes: readonly string[],
    question: AccessQuestion,
  ): Obstacle | undefined => {
    const scheme = schemes.get(name);
    const credential = scheme?.read(question.headers, question.query);
    // A credential that a request can't show is taken as given.
    if (!scheme) return undefined;
    if (credential === undefined) return 'missing';
    const identity = check(credential);
    if (identity.kind !== 'valid') return identity.kind;
    return mayPass(identity.scopes, scopes, question.readsOnly) ? undefined : 'forbidden';
  };
  return (question) => {
    const { security } = question;
    if (security.length === 0) return granted;
    let best: Obstacle = 'missing';
    for (const requirement of security) {
      const obstacles = Object.entries(requirement).map(([name, scopes]) =>
        obstacleOf(name, scopes, question),
      );
      const worst = order.findLast((one) => obstacles.includes(one));
      if (worst === undefined) return granted;
      if (order.indexOf(worst) < order.indexOf(best)) best = worst;
    }
    if (best === 'forbidden') return forbidden;
    const names = new Set(security.flatMap((requirement) => Object.keys(requirement)));
    const wanted = [...names].flatMap((name) => schemes.get(name) ?? []);
    return { kind: 'refused', reason: best, schemes: wanted.length === 0 ? [bearer] : wanted };
  };
}

/** A limited key passes where its scopes cover those that are needed; where none are it may only read. */
function mayPass(
  scopes: readonly string[] | undefined,
  needed: readonly string[],
  readsOnly: boolean,
): boolean {
  if (scopes === undefined) return true;
  if (needed.length === 0) return readsOnly;
  return needed.every((scope) => scopes.includes(scope));
}
