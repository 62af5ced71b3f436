/** One request for each operation of a document that breaks it in one place, where it can be broken. */
/* global URLSearchParams */
import { loadModules } from '../../src/build/load-modules.mjs';
import { requestMaker } from './requests.mjs';

const { requestBodyValidator, resolveSchema } = await loadModules(
  'invalid-requests',
  'contract/contract.ts',
  'contract/schema/resolve-schema.ts',
);

/** @returns {(operation: any) => object | undefined} undefined for an operation that takes whatever comes */
export function invalidRequestMaker(contract) {
  const makeRequest = requestMaker(contract);
  const schemaOf = (schema) => resolveSchema(contract.document, schema);
  return (operation) => {
    // It says nothing in a body.
    if (operation.method === 'head') return undefined;
    const request = makeRequest(operation);
    return (
      withOtherJson(operation, request, contract) ??
      withoutField(operation, request, schemaOf) ??
      withoutQuery(operation, request) ??
      withWordForNumber(operation, request, schemaOf)
    );
  };
}

/** A JSON body without a required property, or of another type. */
function withOtherJson(operation, request, contract) {
  if (!/json/i.test(request.headers['Content-Type'] ?? '') || typeof request.body !== 'string')
    return undefined;
  const accepts = requestBodyValidator(contract, operation);
  if (!accepts) return undefined;
  const value = JSON.parse(request.body);
  const names = Array.isArray(value) ? [] : Object.keys(Object(value));
  const less = names.map((name) => Object.fromEntries(Object.entries(value).filter(([one]) => one !== name)));
  const broken = [...less, 7, 'x', [7], {}].find((one) => !accepts(structuredClone(one)));
  return broken === undefined ? undefined : { ...request, body: JSON.stringify(broken) };
}

/** A form without a required field. */
function withoutField({ requestBody }, request, schemaOf) {
  const [[type, media] = []] = Object.entries(requestBody?.value.content ?? {});
  if (type !== request.headers['Content-Type'] || !/x-www-form-urlencoded/.test(type)) return undefined;
  const form = new URLSearchParams(request.body);
  const [name] = (schemaOf(media.schema).required ?? []).filter((one) => form.has(one));
  if (name === undefined) return undefined;
  form.delete(name);
  // No body at all is another thing than one without a field.
  if (form.size === 0 && !requestBody.value.required) return undefined;
  return { ...request, body: form.toString() };
}

function withoutQuery({ parameters }, request) {
  const [path, query] = request.target.split('?');
  const isFlat = ({ schema }) => schema?.type !== 'object';
  const required = parameters.find(({ value }) => value.in === 'query' && value.required && isFlat(value));
  if (!required || query === undefined) return undefined;
  const others = new URLSearchParams(query);
  others.delete(required.value.name);
  return { ...request, target: others.size === 0 ? path : `${path}?${others}` };
}

/** A word where the path has a number. */
function withWordForNumber({ path, parameters }, request, schemaOf) {
  const isNumber = ({ schema }) => ['integer', 'number'].includes(schemaOf(schema).type);
  const number = parameters.find(({ value }) => value.in === 'path' && isNumber(value));
  const index = path.split('/').indexOf(`{${number?.value.name}}`);
  if (index === -1) return undefined;
  const [start, query] = request.target.split('?');
  const segments = start.split('/').map((segment, at) => (at === index ? 'none' : segment));
  return { ...request, target: segments.join('/') + (query === undefined ? '' : `?${query}`) };
}
