import type { OpenApiDocument, ParameterObject } from '../openapi.js';
import type { Operation } from '../operations.js';
import { descriptionsOf, sentencesOf } from './descriptions.js';

/** Tells whether a parameter is the header by which a server knows a repeated request. */
export function isIdempotencyKey({ in: place, name }: Pick<ParameterObject, 'in' | 'name'>): boolean {
  return place === 'header' && /^(?:x-)?idempotency-key$/i.test(name);
}

/** Words of a sentence such as: the same key with another body is refused with 409. */
const ofAnotherBody = [/\bkey\b/i, /\b(?:same|reused|again)\b/i, /\b(?:another|different|other)\b/i];

/** The status that a document has for a key that comes with another body, in the description of a response, of the operation or of the service. */
export function statusOfAnotherBody(document: OpenApiDocument, operation: Operation): string | undefined {
  const [described] =
    [...operation.responses].find(
      ([status, { value }]) => ['409', '422'].includes(status) && /\bkey\b/i.test(value.description ?? ''),
    ) ?? [];
  const told = descriptionsOf(document, operation)
    .flatMap(sentencesOf)
    .filter((sentence) => ofAnotherBody.every((word) => word.test(sentence)))
    .flatMap((sentence) => /\b(?:409|422)\b/.exec(sentence)?.[0] ?? []);
  return described ?? told.find((status) => operation.responses.has(status));
}
