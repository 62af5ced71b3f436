import type { Located, Operation } from '../../../contract/operations.js';
import type { ParameterObject, SchemaObject } from '../../../contract/openapi.js';
import { resolveSchema, typeOf } from '../../../contract/schema/resolve-schema.js';
import { shown } from '../../../contract/validation/problem-text.js';
import type { BodyProblem } from '../case.js';
import { ordinaryParameters } from '../credentials/credential.js';
import { brokenConstraints, nearPattern } from '../generate/broken-constraints.js';
import { locatedProblems } from '../../document/located-problems.js';
import type { StatedContract } from '../../document/stated-contract.js';
import { withHeaders, type RequestParts } from '../request.js';
import { withParameter } from './parameter-text.js';
import { parameterSchema, validParameter } from './parameter-value.js';
import { wrongParameter } from './sent-parameter.js';

/** A valid request with one parameter made wrong, proven wrong by what it says on the wire. */
export interface ParameterMutation {
  readonly kind: 'missing' | 'value';
  readonly parameter: Located<ParameterObject>;
  /** Unique within the operation: place, name and value. */
  readonly detail: string;
  readonly title: string;
  readonly request: RequestParts;
  readonly problem: BodyProblem;
}

/** Headers that the suite itself sets (OpenAPI 3.1, Parameter Object: such definitions are ignored), or HTTP does. */
const ownHeaders = [
  ...['accept', 'content-type', 'authorization'],
  ...['content-length', 'transfer-encoding', 'host', 'connection', 'expect', 'upgrade'],
];

/** Returns whether a parameter is a header whose value the suite or HTTP sets. */
export function isOwnHeader({ in: place, name }: ParameterObject): boolean {
  return place === 'header' && ownHeaders.includes(name.toLowerCase());
}

/**
 * Every parameter of an operation that can be wrong, alone: left out, of another type, outside its bounds, pattern or list.
 *
 * @param requestWithout a valid request without one of its parameters; in the path its template stays
 */
export function parameterMutations(
  stated: StatedContract,
  operation: Operation,
  requestWithout: (parameter: ParameterObject) => RequestParts,
): ParameterMutation[] {
  return ordinaryParameters(stated.contract, operation)
    .filter(({ value }) => !isOwnHeader(value))
    .flatMap((parameter) => [
      ...missing(stated, operation, parameter, requestWithout(parameter.value)),
      ...wrongValues(stated, operation, parameter, requestWithout(parameter.value)),
    ]);
}

function missing(
  stated: StatedContract,
  operation: Operation,
  parameter: Located<ParameterObject>,
  bare: RequestParts,
): ParameterMutation[] {
  const { name, in: place } = parameter.value;
  if (place === 'path') return [];
  const request = place === 'header' ? withHeaders(bare, { [name]: undefined }) : bare;
  if (wrongParameter(stated, operation, parameter, request) !== 'missing') return [];
  const text = `the ${place} parameter ${name} is required, got nothing`;
  const problem = { pointer: '', field: name, text, documentPointer: `${parameter.pointer}/required` };
  const title = `without the ${place} parameter ${name}`;
  return [{ kind: 'missing', parameter, request, detail: `${place}:${name}`, title, problem }];
}

function wrongValues(
  stated: StatedContract,
  operation: Operation,
  parameter: Located<ParameterObject>,
  bare: RequestParts,
): ParameterMutation[] {
  const of = parameterSchema(parameter);
  if (of === undefined) return [];
  const schema = resolveSchema(stated.contract.document, of.schema);
  const valid = validParameter(stated, parameter);
  const { name, in: place } = parameter.value;
  return candidates(stated, schema, valid).flatMap((value): ParameterMutation[] => {
    // An empty value is as good as a missing one, and so is a list of it: `labels=` may be a list of nothing.
    if ([value].flat().every((one) => one === '')) return [];
    const request = withParameter(bare, parameter.value, value);
    const errors = wrongParameter(stated, operation, parameter, request);
    if (errors === 'missing' || errors.length === 0) return [];
    const [first] = locatedProblems(stated, errors);
    const text = `the ${place} parameter ${name} ${(first?.text ?? 'is wrong').replace(/^\S*\s(?=must|is)/, '')}`;
    const documentPointer = first?.documentPointer ?? of.pointer;
    const problem = { pointer: '', field: name, text, documentPointer, value };
    const detail = `${place}:${name}=${JSON.stringify(value).slice(0, 60)}`;
    const title = `the ${place} parameter ${name} is ${shown(value)}`;
    return [{ kind: 'value', parameter, request, detail, title, problem }];
  });
}

/** Of what is a list, the elements are wrong as well as their number. */
function candidates(stated: StatedContract, schema: SchemaObject, valid: unknown): unknown[] {
  const near = stated.own ? [] : nearPattern(schema, valid);
  if (typeOf(schema) !== 'array')
    return [...wrongTypes(schema), ...brokenConstraints(schema, valid), ...near];
  const items = resolveSchema(stated.contract.document, schema.items);
  const [element] = Array.isArray(valid) ? (valid as unknown[]) : [valid];
  const elements = [...wrongTypes(items), ...brokenConstraints(items, element)];
  return [...elements.map((one) => [one]), ...brokenConstraints(schema, [element])];
}

/** Every value travels as a text, so that only a text which can't be read as the type is of another. */
function wrongTypes(schema: SchemaObject): unknown[] {
  const type = typeOf(schema);
  if (type === 'integer') return ['drydock', 1.5];
  return type === 'number' || type === 'boolean' ? ['drydock'] : [];
}
