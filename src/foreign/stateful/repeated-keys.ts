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
import { StoredDocumentError, type DocumentStore, type HandlerError } from '../../mock/service-definition.js';
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
  const status = statusOfAnotherBody(document, operation);
  const keys = new RepeatedKeys(operation, answer, documents, status === undefined ? undefined : +status);
  return (call) => {
    const given = headerOf(call.headers, key.toLowerCase());
    const isPlain = !call.dynamic && (call.status === undefined || call.status < 300);
    return given === undefined || !isPlain ? answer(call) : keys.answer(call, given);
  };
}

/** The keys of one operation. */
class RepeatedKeys {
  private readonly collection: string;
  private readonly requests = new OneAfterAnother();

  /** @param statusOfOther of a key that comes with another body; undefined where that gets what the first request got */
  constructor(
    operation: Operation,
    private readonly answerer: OperationAnswerer,
    private readonly documents: DocumentStore,
    private readonly statusOfOther: number | undefined,
  ) {
    this.collection = collectionName('repeated', `${operation.method} ${operation.path}`);
  }

  answer(call: OperationCall, key: string): Promise<MockResponse | HandlerError> {
    const id = JSON.stringify([call.path, key]);
    return this.requests.run(JSON.stringify([call.sandbox, id]), () => this.answerOnce(call, key, id));
  }

  private async answerOnce(call: OperationCall, key: string, id: string) {
    const { sandbox } = call;
    const body = bodyNumber(call);
    const first = await this.documents.find<First>(sandbox, this.collection, id);
    const status = first?.body === body ? undefined : this.statusOfOther;
    if (first && status === undefined) return first.response;
    if (first && status !== undefined) {
      const message = `The Idempotency-Key ${JSON.stringify(key)} came with another body before`;
      return { status, message, errors: [message] };
    }
    const made = await this.answerer(call);
    if ('message' in made || made.status >= 300 || made.body instanceof Uint8Array) return made;
    await this.keep(sandbox, id, { body, response: made });
    return made;
  }

  /** A response that is longer than a document of the store is not repeated. */
  private async keep(sandbox: string, id: string, first: First): Promise<void> {
    try {
      await this.documents.save(sandbox, this.collection, id, first);
    } catch (cause) {
      if (!(cause instanceof StoredDocumentError)) throw cause;
    }
  }
}

/** The same for bodies that say the same. */
function bodyNumber({ body, bytes }: OperationCall): number {
  return seededRandom(body === undefined ? new TextDecoder().decode(bytes) : canonicalText(body))();
}
