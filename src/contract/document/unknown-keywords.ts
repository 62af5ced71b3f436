import { toPointer } from '../json-pointer.js';
import { subschemaKeywords, type DocumentNode } from './walk-document.js';

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

/** The unknown keywords of a schema; extensions `x-…` are free. */
export function unknownKeywordsIn({ value, path, kind }: DocumentNode): UnknownKeyword[] {
  if (kind !== 'schema') return none;
  const unknown = Object.keys(value).filter((keyword) => !known.has(keyword) && !keyword.startsWith('x-'));
  return unknown.length === 0
    ? none
    : unknown.map((keyword) => ({ keyword, pointer: toPointer([...path, keyword]) }));
}

const none: UnknownKeyword[] = [];
