import type { OpenApiDocument } from '../openapi.js';
import type { Operation } from '../operations.js';
import { descriptionsOf, sentencesOf } from './descriptions.js';

/** Words by which a document states a status: of a body that breaks its schema, and of one that is no JSON at all. */
const ofSchema = /\bschemas?\b|\bvalidation\b|\binvalid (?:fields?|values?|propert)/i;
const ofSyntax = /\bsyntax|\bmalformed\b|\bpars(?:e|ing)\b|\bnot (?:valid )?JSON\b/i;

/** Tells whether the descriptions of an operation's 400 and 422 say that the 400 is for what is no JSON, and the 422 for the schema. */
export function isInvalid422({ responses }: Pick<Operation, 'responses'>): boolean {
  const [wrong, invalid] = ['400', '422'].map((status) => responses.get(status)?.value.description ?? '');
  return ofSyntax.test(wrong ?? '') && !ofSchema.test(wrong ?? '') && ofSchema.test(invalid ?? '');
}

const ofParameter = /\bparameters?\b/i;
const ofUnknown =
  /\b(?:unknown|undescribed|undocumented|undefined|unrecogni[sz]ed|(?:not|n['’]t) (?:be )?(?:described|documented|listed?|defined|known|recogni[sz]ed|exist))\b/i;
const ofRepetition =
  /\b(?:given|sent|passed|occurs?|appears?|repeated) (?:twice|more than once|several times|repeatedly)\b|\bmore than once\b/i;

/** Statuses that a document states for query parameters that it does not have, and for those that are given twice; undefined for none. */
export function wrongQueryStatuses(document: OpenApiDocument, operation: Operation) {
  const sentences = descriptionsOf(document, operation)
    .flatMap(sentencesOf)
    .filter((sentence) => ofParameter.test(sentence) && !/\bignored?\b/i.test(sentence));
  return {
    unknown: statusIn(sentences, ofUnknown, operation),
    repeated: statusIn(sentences, ofRepetition, operation),
  };
}

/** The status that a sentence of a kind has, where the operation has it too. */
function statusIn(sentences: readonly string[], kind: RegExp, { responses }: Operation): number | undefined {
  for (const sentence of sentences) {
    const [status] = kind.test(sentence) ? (/\b4\d\d\b/.exec(sentence) ?? []) : [];
    if (status !== undefined && responses.has(status)) return Number(status);
  }
  return undefined;
}
