import { authentication } from './sentences/authentication.js';
import { endpoints } from './sentences/endpoints.js';
import { errorsAndLimits } from './sentences/errors-and-limits.js';
import { purposeAndResources } from './sentences/purpose-and-resources.js';
import type { SpecificationSentence } from './sentences/specification-sentence.js';

/**
 * Every sentence of the service specification that says something about requests or responses, with the rules that check
 * it, or the reason why none can. A new rule needs no entry here: it quotes its own sentence.
 */
export const specificationSentences: readonly SpecificationSentence[] = [
  ...purposeAndResources,
  ...endpoints,
  ...authentication,
  ...errorsAndLimits,
];
