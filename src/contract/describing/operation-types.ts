import type { Contract } from '../contract.js';
import type { MediaTypeObject } from '../openapi.js';
import { isJsonMediaType, jsonMediaType, type Operation } from '../operations.js';
import { SchemaTypes } from './schema-types.js';

/**
 * The operations of a document as a TypeScript declaration: what a handler of each gets and returns. A request lacks what is read-only, a
 * response what is write-only, so the schemas are written once for each direction, as far as operations reach them.
 */
export function operationsDeclaration({ document, operations }: Contract): string {
  const schemas = {
    request: new SchemaTypes(document, 'DrydockRequests', 'readOnly'),
    response: new SchemaTypes(document, 'DrydockResponses', 'writeOnly'),
  };
  const members = operations.map((operation) => {
    const { id, requestBody, responses } = operation;
    const isOptional = requestBody?.value.required !== true;
    const body = requestBody ? contentType(schemas.request, requestBody.value.content) : 'undefined';
    const answers = [...responses].map(([status, { value }]) => {
      const type = value.content ? contentType(schemas.response, value.content) : 'undefined';
      const key = /^\d+$/.test(status) ? status : JSON.stringify(status);
      return `      ${key}: ${type};\n`;
    });
    return `  ${JSON.stringify(id)}: {
    path: ${parametersType(schemas.request, operation, 'path')};
    query: ${parametersType(schemas.request, operation, 'query')};
    body: ${requestBody && isOptional ? `${body} | undefined` : body};
    responses: {\n${answers.join('')}    };
  };\n`;
  });
  return `/** The operations of this project's document: what a handler of each gets and returns. */
interface DrydockOperations {\n${members.join('')}}
${schemas.request.declaration()}${schemas.response.declaration()}`;

  function parametersType(types: SchemaTypes, operation: Operation, place: 'path' | 'query'): string {
    const fields = operation.parameters
      .filter(({ value }) => value.in === place)
      .map(({ value }) => {
        const media = Object.keys(value.content ?? {})[0];
        const schema = media === undefined ? value.schema : value.content?.[media]?.schema;
        const isThere = value.required === true || place === 'path';
        return `${JSON.stringify(value.name)}${isThere ? '' : '?'}: ${types.typeOf(schema)}`;
      });
    return fields.length === 0 ? 'Record<never, never>' : `{ ${fields.join('; ')} }`;
  }

  /** JSON as its schema says, what is no JSON as a text or bytes. */
  function contentType(types: SchemaTypes, content: Record<string, MediaTypeObject> | undefined): string {
    const name = jsonMediaType(content) ?? Object.keys(content ?? {})[0];
    const media = name === undefined ? undefined : content?.[name];
    if (name === undefined || media === undefined) return 'undefined';
    const type = types.typeOf(media.schema);
    const isOther = Object.keys(content ?? {}).some((one) => !isJsonMediaType(one));
    return isOther && types === schemas.response ? `${type} | string | Uint8Array` : type;
  }
}
