import type { OpenApiDocument } from '../openapi.js';

/** Lists the additions of OpenAPI 3.2 that a document uses and Drydock doesn't serve: a sentence each. */
export function newerFeatures(document: OpenApiDocument): string[] {
  if (!document.openapi.startsWith('3.2')) return [];
  const items = Object.entries(Object(document.paths) as Record<string, object | null>);
  const methods = items.flatMap(([path, item]) => {
    const { query, additionalOperations } = Object(item) as Record<string, unknown>;
    const others = Object.keys(Object(additionalOperations) as object);
    return [...(query === undefined ? [] : ['QUERY']), ...others].map((method) => `${method} ${path}`);
  });
  return [
    ...methods.map((operation) => `${operation} is not served: only the methods of OpenAPI 3.1 are`),
    ...(uses(document, 'querystring') ? ['parameters in "querystring" are not checked'] : []),
    ...(uses(document, 'itemSchema') ? ['"itemSchema" is not checked in requests'] : []),
    ...('$self' in document ? ['"$self" is not used: references start at the document\'s own place'] : []),
  ];
}

/** Tells whether a name stands anywhere in a document, as a key or as the value of `in`. */
function uses(node: unknown, name: string): boolean {
  if (typeof node !== 'object' || node === null) return false;
  return Object.entries(node).some(
    ([key, value]) => key === name || (key === 'in' && value === name) || uses(value, name),
  );
}
