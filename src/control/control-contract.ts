import { fileURLToPath } from 'node:url';
import { requestBodyValidator } from '../contract/contract.js';
import type { Contract } from '../contract/contract.js';
import { loadContract } from '../contract/load-contract.js';
import { nearest } from '../contract/nearest-names.js';
import type { Located, Operation } from '../contract/operations.js';
import type { ParameterObject, SchemaObject } from '../contract/openapi.js';
import type { ControlCall } from './control-handler.js';
import { problemFrom } from './problem.js';

/** The control API's own document. */
export const controlDocument = fileURLToPath(new URL('./control-api.yaml', import.meta.url));

let loading: Promise<Contract> | undefined;

/** The control API as its document describes it, loaded when it is first used: it costs the start nothing. */
export function controlContract(): Promise<Contract> {
  return (loading ??= loadContract(controlDocument));
}

/** A request as it came. */
export interface RawCall {
  readonly path: Readonly<Record<string, string>>;
  /** Without its `?`. */
  readonly query: string;
  /** Undefined without a body. */
  readonly body: { readonly value: unknown } | undefined;
}

/**
 * Holds a request against the document.
 *
 * @throws ControlProblem 400 with one string for each thing that is wrong
 */
export function readCall(contract: Contract, operation: Operation, raw: RawCall): ControlCall {
  const query = Object.fromEntries(new URLSearchParams(raw.query));
  const problems = unknownParameters(operation, Object.keys(query));
  const values = { path: {}, query: {} };
  for (const parameter of operation.parameters) {
    const place = parameter.value.in === 'path' ? 'path' : 'query';
    const read = readParameter(contract, parameter, { path: raw.path, query }[place]);
    problems.push(...read.problems);
    if (read.value !== undefined) Object.assign(values[place], { [parameter.value.name]: read.value });
  }
  const validator = requestBodyValidator(contract, operation);
  if (validator && !raw.body) problems.push('body is required, got nothing');
  if (validator && raw.body) {
    problems.push(...contract.validators.problems(validator, raw.body.value, 'body').map(({ text }) => text));
  }
  if (problems.length > 0) throw problemFrom(400, problems);
  return { ...values, body: raw.body?.value };
}

function readParameter(
  { validators }: Contract,
  { pointer, value: { name, schema } }: Located<ParameterObject>,
  given: Readonly<Record<string, string>>,
): { readonly value: unknown; readonly problems: readonly string[] } {
  if (!Object.hasOwn(given, name))
    return { value: (schema as SchemaObject | undefined)?.default, problems: [] };
  // The validator turns the text into the schema's type inside this holder.
  const holder: { value: unknown } = { value: given[name] };
  const problems = validators.problems(validators.coercingAt(`${pointer}/schema`), holder, name);
  return { value: holder.value, problems: problems.map(({ text }) => text.replace(/^value\b/, name)) };
}

function unknownParameters({ parameters }: Operation, given: readonly string[]): string[] {
  const known = parameters.filter(({ value }) => value.in === 'query').map(({ value }) => value.name);
  return given
    .filter((name) => !known.includes(name))
    .map((name) => {
      const [near] = nearest(name, known, 1);
      const hint = near === undefined ? '' : `; did you mean ${near}?`;
      return `${JSON.stringify(name.slice(0, 60))} is not a known query parameter${hint}`;
    });
}
