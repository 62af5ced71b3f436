/** What only somebody else's document needs; loaded for one alone. */
import type { OpenApiDocument } from '../contract/openapi.js';
import type { MakeErrorValue } from '../contract/error-body.js';
import { DocumentPatterns } from '../contract/patterns/document-patterns.js';
import type { CompilePattern } from '../contract/patterns/document-patterns.js';
import { errorValues as makeErrorValues } from '../foreign/answers/error-values.js';

export { DocumentAnswers } from '../foreign/answers/document-answers.js';

export function compilePattern(): CompilePattern {
  return new DocumentPatterns().compile;
}

export function errorValues(document: OpenApiDocument): MakeErrorValue {
  return makeErrorValues(document);
}
