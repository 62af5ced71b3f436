/**
 * Requests with an `Idempotency-Key`, where the document has that header: a known key gets what its first request got, and nothing
 * is made. With another body it gets the status that the document states for that.
 */
import type { Contract } from '../../contract/contract.js';
import type { Operation } from '../../contract/operations.js';
import { isIdempotencyKey, statusOfAnotherBody } from '../../contract/prose/idempotency-keys.js';
import { canonicalText } from '../../contract/schema/json-equal.js';
import { seededRandom } from '../../contract/seeded-random.js';
import { headerOf } from '../../mock/exchange/request.js';
import type { MockResponse } from '../../mock/exchange/response.js';
import type { OperationAnswerer, OperationCall } from '../../mock/served-operation.js';
import { StoredDocumentError, type DocumentStore } from '../../mock/service-definition.js';
import { asksForAnother, isSuccess, refusalOf, type Answer } from '../answer.js';
import { OneAfterAnother } from '../one-after-another.js';
import { collectionName } from './scoped-items.js';

/** The first request with a key. */
interface First {
  /** A number that stands for its body. */
  readonly body: number;
  readonly response: MockResponse;
}

/** An answerer that knows repeated requests; the given one where the operation has no such header. */
export function withKeys(
  { document }: Contract,
  operation: Operation,
  answer: OperationAnswerer,
  documents: DocumentStore,
): OperationAnswerer {
  const key = operation.parameters.find(({ value }) => isIdempotencyKey(value))?.value.name;
  if (key === undefined || operation.method === 'get') return answer;
  const statusOfOther = statusOfAnotherBody(document, operation);
  const collection = collectionName('repeated', `${operation.method} ${operation.path}`);
  const requests = new OneAfterAnother();
  const answerOnce = async (call: OperationCall, given: string, id: string): Promise<Answer> => {
    const { sandbox } = call;
    const body = bodyNumber(call);
    const first = await documents.find<First>(sandbox, collection, id);
    if (first && (statusOfOther === undefined || first.body === body)) return first.response;
    if (first)
      return refusalOf(
        Number(statusOfOther),
        `The Idempotency-Key ${JSON.stringify(given)} came with another body before`,
      );
    const made = await answer(call);
    if (!isSuccess(made) || made.body instanceof Uint8Array) return made;
    try {
      await documents.save(sandbox, collection, id, { body, response: made } satisfies First);
    } catch (cause) {
      // A response that is longer than a document of the store is not repeated.
      if (!(cause instanceof StoredDocumentError)) throw cause;
    }
    return made;
  };
  return (call) => {
    const given = headerOf(call.headers, key.toLowerCase());
    if (given === undefined || asksForAnother(call)) return answer(call);
    const id = JSON.stringify([call.path, given]);
    return requests.run(JSON.stringify([call.sandbox, id]), () => answerOnce(call, given, id));
  };
}

/** The same for bodies that say the same. */
function bodyNumber({ body, bytes }: OperationCall): number {
  return seededRandom(body === undefined ? new TextDecoder().decode(bytes) : canonicalText(body))();
}
