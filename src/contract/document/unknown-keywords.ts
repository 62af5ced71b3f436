import { toPointer } from '../json-pointer.js';
import type { OpenApiDocument } from '../openapi.js';
import { subschemaKeywords, walkDocument } from './walk-document.js';

/** A schema keyword that neither JSON Schema 2020-12 nor OpenAPI 3.1 knows, and where it stands. */
export interface UnknownKeyword {
  readonly keyword: string;
  readonly pointer: string;
}

/** The keywords that hold no schema. */
const plainKeywords = `
  $ref $id $schema $anchor $comment $dynamicRef $dynamicAnchor $vocabulary
  type const enum multipleOf minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength pattern
  minItems maxItems uniqueItems minContains maxContains minProperties maxProperties required dependentRequired
  format contentEncoding contentMediaType title description default deprecated readOnly writeOnly
  examples example discriminator xml externalDocs`;

const known = new Set([...subschemaKeywords.keys(), ...plainKeywords.trim().split(/\s+/)]);

/** Every unknown keyword (extensions `x-…` are free) in the schemas of a document. */
export function unknownKeywords(document: OpenApiDocument): UnknownKeyword[] {
  const found: UnknownKeyword[] = [];
  walkDocument(document, ({ value, path, kind }) => {
    if (kind === 'data') return false;
    if (kind !== 'schema') return true;
    for (const keyword of Object.keys(value))
      if (!known.has(keyword) && !keyword.startsWith('x-'))
        found.push({ keyword, pointer: toPointer([...path, keyword]) });
    return true;
  });
  return found;
}
