/** Parts that only somebody else's document needs; loaded for one alone. */
import { DocumentPatterns, type CompilePattern } from '../contract/patterns/document-patterns.js';

export { DocumentAnswers } from '../foreign/document-answers.js';
export { errorMakerFor } from '../foreign/error-maker.js';

export function compilePattern(): CompilePattern {
  return new DocumentPatterns().compile;
}
