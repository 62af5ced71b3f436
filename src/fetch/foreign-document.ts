/** Parts that only somebody else's document needs; loaded for one alone. */
import { DocumentPatterns } from '../contract/patterns/document-patterns.js';
import { PatternWork } from '../contract/patterns/pattern-work.js';

export { DocumentErrors } from '../foreign/error-maker.js';

/** Of one document, with the budget that they share. */
export function foreignPatterns(): DocumentPatterns {
  return new DocumentPatterns(new PatternWork());
}
