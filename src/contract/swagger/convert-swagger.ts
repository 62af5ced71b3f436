// The built package holds the converter (src/build/bundle.mjs).
import { upgrade } from '@scalar/openapi-upgrader';
import { DocumentError } from '../document/document-error.js';
import { httpMethods, type OpenApiDocument } from '../openapi.js';
import { valueAt } from '../json-pointer.js';
import { walkDocument } from '../document/walk-document.js';

type Node = Record<string, unknown>;

interface SwaggerOperation extends Node {
  parameters?: unknown;
  consumes?: unknown;
  produces?: unknown;
  responses?: Node;
}

/**
 * Turns a document of Swagger 2.0 into one of OpenAPI 3.0. The converter reads each operation by itself, so what an operation takes
 * from its path or the document is written into it first.
 *
 * @throws DocumentError when it can't be converted
 */
export function convertSwagger(document: object, file: string): OpenApiDocument {
  const swagger = document as Node;
  try {
    renameNullable(swagger);
    for (const item of Object.values(Object(swagger.paths) as Record<string, Node>))
      completeOperations(swagger, Object(item) as Node);
    delete swagger.consumes;
    delete swagger.produces;
    return upgrade(swagger, '3.0') as unknown as OpenApiDocument;
  } catch (cause) {
    throw new DocumentError(`${file}: it can't be converted from Swagger 2.0: ${(cause as Error).message}.`, {
      cause,
    });
  }
}

/** Renames the extension that most tools write for `nullable`, which Swagger 2.0 lacks. */
function renameNullable(swagger: Node): void {
  walkDocument(swagger, ({ value, kind }) => {
    const node = value as Node;
    if (kind === 'schema' && typeof node['x-nullable'] === 'boolean') node.nullable = node['x-nullable'];
    return kind !== 'data';
  });
}

function completeOperations(swagger: Node, item: Node): void {
  const shared = listOf(item.parameters);
  delete item.parameters;
  for (const method of httpMethods) {
    if (typeof item[method] !== 'object' || item[method] === null) continue;
    const operation = item[method] as SwaggerOperation;
    const parameters = mergedParameters(swagger, shared, listOf(operation.parameters));
    operation.parameters = parameters;
    operation.consumes = bodyTypes(parameters, listOf(operation.consumes ?? swagger.consumes).map(String));
    operation.produces ??= swagger.produces ?? ['application/json'];
    for (const [status, response] of Object.entries(operation.responses ?? {}))
      if (operation.responses) operation.responses[status] = structuredClone(resolved(swagger, response));
  }
}

/** The operation's own win over those of its path (Swagger 2.0, Path Item Object). */
function mergedParameters(swagger: Node, shared: readonly unknown[], own: readonly unknown[]): Node[] {
  const all = [...shared, ...own].map((parameter) => structuredClone(resolved(swagger, parameter)) as Node);
  const key = ({ in: place, name }: Node): string =>
    place === 'body' ? 'body' : `${String(place)} ${String(name)}`;
  // Those without fields refer to nothing.
  const described = all.filter((parameter) => Object.keys(Object(parameter) as object).length > 0);
  return [...new Map(described.map((parameter) => [key(parameter), parameter])).values()];
}

/** The media types of the body that the parameters make: a form is no JSON, and a file needs a form of parts. */
function bodyTypes(parameters: readonly Node[], consumes: readonly string[]): string[] {
  const fields = parameters.filter((parameter) => parameter.in === 'formData');
  const isForm = (type: string): boolean =>
    /^(multipart\/form-data|application\/x-www-form-urlencoded)/i.test(type);
  if (fields.length === 0) {
    const types = consumes.filter((type) => !isForm(type));
    return types.length > 0 ? types : ['application/json'];
  }
  if (fields.some(({ type }) => type === 'file')) return ['multipart/form-data'];
  const types = consumes.filter(isForm);
  return types.length > 0 ? types : ['application/x-www-form-urlencoded'];
}

function resolved(swagger: Node, value: unknown): unknown {
  let current = value;
  for (let hops = 0; hops < 20; hops += 1) {
    const { $ref } = Object(current) as { $ref?: unknown };
    if (typeof $ref !== 'string' || !/^#\/(parameters|responses)\//.test($ref)) return current;
    current = valueAt(swagger, $ref);
    if (current === undefined) throw new Error(`the $ref ${$ref} leads nowhere`);
  }
  return current;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
