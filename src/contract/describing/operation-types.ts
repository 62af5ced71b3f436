import type { Contract } from '../contract.js';
import type { MediaTypeObject } from '../openapi.js';
import { essenceOf, isJsonMediaType, isXmlMediaType, streamKind, type Operation } from '../operations.js';
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
    const body = requestBody ? requestType(schemas.request, requestBody.value.content) : 'undefined';
    const answers = [...responses].map(([status, { value }]) => {
      const type = value.content ? responseType(schemas.response, value.content) : 'undefined';
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

  /** JSON, forms and texts as their schemas say; other bytes are not read. */
  function requestType(types: SchemaTypes, content: Content | undefined): string {
    const all = Object.entries(content ?? {});
    const read = all.filter(([name]) => isRead(name)).map(([, { schema }]) => types.typeOf(schema));
    return all.length > 0 && read.length === 0 ? 'undefined' : unionOf(read);
  }

  /** JSON as its schemas say, a stream as one of its values or a list of them, what is no JSON also as a text or bytes. */
  function responseType(types: SchemaTypes, content: Content): string {
    const all = Object.entries(content);
    const json = all.filter(([name]) => isJsonMediaType(name));
    const described = json.length > 0 ? json : all.slice(0, 1);
    const values = described.flatMap(([name, { schema, itemSchema }]) => {
      const value = types.typeOf(schema ?? itemSchema);
      return streamKind(name) !== undefined && value !== 'unknown' ? [value, `(${value})[]`] : [value];
    });
    return unionOf(json.length < all.length ? [...values, 'string', 'Uint8Array'] : values);
  }
}

type Content = Readonly<Record<string, MediaTypeObject>>;

/** Tells whether a handler gets the body of a media type or range. */
function isRead(name: string): boolean {
  return (
    isJsonMediaType(name) ||
    (/^(application\/x-www-form-urlencoded|multipart\/form-data|text\/.*|.*\*)$/.test(essenceOf(name)) &&
      !isXmlMediaType(name))
  );
}

/** @param types none where a document says nothing of a body */
function unionOf(types: readonly string[]): string {
  return types.length === 0 ? 'undefined' : [...new Set(types)].join(' | ');
}
