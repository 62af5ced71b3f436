import type { Located, Operation } from '../../../contract/operations.js';
import type { ParameterObject } from '../../../contract/openapi.js';
import { resolveSchema, typeOf } from '../../../contract/schema/resolve-schema.js';
import { isWorkSpent, type ErrorObject } from '../../../contract/validation/schema-validator.js';
import type { StatedContract } from '../../document/stated-contract.js';
import { jsonOf } from '../../target/json-body.js';
import { percentDecoded, requestHeader, type RequestParts } from '../request.js';
import { delimiters } from './parameter-text.js';
import { parameterSchema } from './parameter-value.js';

/**
 * Problems of a parameter as a request has it: the bytes are read back, as a server that keeps to the document reads
 * them. Nothing for what the document says too little about.
 *
 * @returns `missing`, or the errors of the schema; none for one that is not proven wrong
 */
export function wrongParameter(
  stated: StatedContract,
  operation: Operation,
  parameter: Located<ParameterObject>,
  request: RequestParts,
): 'missing' | readonly ErrorObject[] {
  const texts = sentTexts(operation, parameter.value, request);
  if (texts.length === 0) return parameter.value.required === true ? 'missing' : [];
  const of = parameterSchema(parameter);
  if (of === undefined) return [];
  const value = readValue(stated, parameter.value, texts);
  if (value === undefined) return [];
  const validate = stated.full.coercingAt(of.pointer);
  return validate({ value }) || isWorkSpent(validate) ? [] : [...(validate.errors ?? [])];
}

/** The value that texts stand for; undefined where they can't be read. */
function readValue(stated: StatedContract, parameter: ParameterObject, texts: readonly string[]): unknown {
  const [text = ''] = texts;
  if (parameter.content !== undefined) return jsonOf(text);
  const type = typeOf(resolveSchema(stated.contract.document, parameter.schema));
  if (type === 'object') return undefined;
  if (type !== 'array') return texts.length > 1 ? undefined : text;
  const { style = parameter.in === 'query' || parameter.in === 'cookie' ? 'form' : 'simple' } = parameter;
  const explode = parameter.explode ?? style === 'form';
  return explode && style === 'form' ? texts : text.split(delimiters[style] ?? ',');
}

/** The texts that a request has for a parameter; none where it lacks it. */
export function sentTexts(
  operation: Operation,
  { name, in: place }: ParameterObject,
  request: RequestParts,
): string[] {
  const [path = '', query = ''] = request.path.split('?', 2);
  if (place === 'query') return new URLSearchParams(query).getAll(name);
  if (place === 'header') return present(requestHeader(request, name));
  if (place === 'cookie') {
    const pairs = (requestHeader(request, 'Cookie') ?? '').split(';').map((pair) => pair.trim());
    return present(pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)).map(
      percentDecoded,
    );
  }
  const at = operation.path.split('/').indexOf(`{${name}}`);
  // A parameter that is only a part of its segment is not read back.
  return at === -1 ? [] : present(path.split('/')[at]).map(percentDecoded);
}

function present(text: string | undefined): string[] {
  return text === undefined ? [] : [text];
}
