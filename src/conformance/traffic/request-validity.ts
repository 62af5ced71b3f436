import { isJsonMediaType, securitySchemeOf, type Operation } from '../../contract/operations.js';
import { problemsOf } from '../../contract/validation/problem-text.js';
import { bodyProblemOf } from '../cases/bodies/body-problems.js';
import type { BodyProblem } from '../cases/case.js';
import { locationOf, type CredentialLocation } from '../cases/credentials/credential.js';
import { wrongParameter } from '../cases/parameters/sent-parameter.js';
import { requestHeader, type RequestParts } from '../cases/request.js';
import type { LocatedProblem } from '../document/located-problems.js';
import { proveProblems } from '../document/prove-problems.js';
import type { StatedContract } from '../document/stated-contract.js';
import type { Level } from '../level.js';
import type { TrafficProblem } from '../rules/traffic-request.js';
import { readJson } from '../target/json-body.js';

/** The problems of a request, in two readings of the document. */
export interface RequestValidity {
  /** By what the specification states. */
  readonly stated: readonly TrafficProblem[];
  /** By the document alone, where the specification is silent. */
  readonly assumed: readonly TrafficProblem[];
  /** True if all of it could be looked at. */
  readonly isKnown: boolean;
}

/** @param parts with the path below the base address; the body is undefined where there is none, or it was not recorded */
export function requestValidity(
  contract: StatedContract,
  operation: Operation,
  parts: RequestParts,
  isBodyHeld: boolean,
): RequestValidity {
  const body = bodyProblems(contract, operation, parts, isBodyHeld);
  const parameters = parameterProblems(contract, operation, parts);
  const byDocument = contract.own ? [] : parameters;
  return {
    stated: [...body.stated, ...byDocument],
    assumed: [...body.assumed, ...(contract.own ? parameters : [])],
    isKnown: body.isKnown,
  };
}

function bodyProblems(
  contract: StatedContract,
  operation: Operation,
  parts: RequestParts,
  isBodyHeld: boolean,
): RequestValidity {
  if (operation.requestBody === undefined || parts.method === 'HEAD') return nothingWrong;
  if (contract.requestSchema(operation) === undefined) return nothingKnown;
  const { body } = parts;
  if (body === undefined || body.length === 0) return isBodyHeld ? withoutBody(operation) : nothingKnown;
  if (!isBodyHeld || !isPlainJson(parts)) return nothingKnown;
  const read = readJson(body);
  if (!read.ok)
    return read.notRead === true || body[0] === 0xef ? nothingKnown : stated('not JSON', read.problem);
  const problems = (level: Level): readonly LocatedProblem[] =>
    proveProblems(contract, operation, read.value, level);
  const binding = problems('MUST');
  const known = new Set(binding.map(({ pointer }) => pointer));
  const others = problems('ASSUMED').filter(({ pointer }) => !known.has(pointer));
  const described = (all: readonly LocatedProblem[]): TrafficProblem[] =>
    all.map((located) => {
      const problem = bodyProblemOf(located, read.value);
      return { ...problem, kind: kindOf(problem) };
    });
  return { stated: described(binding), assumed: described(others), isKnown: true };
}

/** Nobody can say what a body of another type, or in another encoding, means to the server. */
function isPlainJson(parts: RequestParts): boolean {
  const type = requestHeader(parts, 'content-type');
  if (type === undefined || requestHeader(parts, 'content-encoding') !== undefined) return false;
  return isJsonMediaType(type) && !/charset=(?!"?utf-?8"?\s*(?:;|$))/i.test(type);
}

function withoutBody({ requestBody }: Operation): RequestValidity {
  return requestBody?.value.required === true ? stated('not JSON', 'the body is empty') : nothingWrong;
}

const nothingWrong: RequestValidity = { stated: [], assumed: [], isKnown: true };
const nothingKnown: RequestValidity = { stated: [], assumed: [], isKnown: false };

function stated(kind: TrafficProblem['kind'], text: string): RequestValidity {
  return { stated: [{ kind, pointer: '', field: 'body', text }], assumed: [], isKnown: true };
}

function kindOf({ pointer, text, value, documentPointer }: BodyProblem): TrafficProblem['kind'] {
  if (pointer === '') return 'not JSON';
  if (value === undefined) return 'missing';
  if (text.includes('is not a known field')) return 'unknown field';
  return documentPointer?.endsWith('/type') === true ? 'type' : 'value';
}

function parameterProblems(
  contract: StatedContract,
  operation: Operation,
  parts: RequestParts,
): TrafficProblem[] {
  return operation.parameters.flatMap((parameter): TrafficProblem[] => {
    const { name, in: place } = parameter.value;
    // Recordings often lack cookies.
    if (place === 'cookie') return [];
    const wrong = wrongParameter(contract, operation, parameter, parts);
    const common = {
      pointer: `/${place}/${name}`,
      field: name,
      documentPointer: parameter.pointer,
      parameter,
    };
    if (wrong === 'missing')
      return [{ ...common, kind: 'parameter missing', text: `${name} (${place}) is missing` }];
    const [first] = problemsOf(wrong, name);
    return first === undefined ? [] : [{ ...common, kind: 'parameter value', text: first.text }];
  });
}

/** Returns whether an operation needs credentials and a request has none of any of its schemes. */
export function lacksCredentials(
  { contract: { document } }: StatedContract,
  { security }: Operation,
  parts: RequestParts,
): boolean {
  if (security.length === 0 || security.some((requirement) => Object.keys(requirement).length === 0))
    return false;
  const names = new Set(security.flatMap((requirement) => Object.keys(requirement)));
  return [...names].every((name) => {
    const scheme = securitySchemeOf(document, name);
    const location = scheme && locationOf(scheme);
    return location !== undefined && !carries(parts, location);
  });
}

/** Returns whether a request has anything where a credential belongs. */
export function carries(parts: RequestParts, { kind, name }: CredentialLocation): boolean {
  if (kind === 'query') return new URLSearchParams(parts.path.split('?', 2)[1] ?? '').has(name);
  if (kind !== 'cookie') return requestHeader(parts, name) !== undefined;
  return (requestHeader(parts, 'cookie') ?? '').split(';').some((pair) => pair.trim().startsWith(`${name}=`));
}
