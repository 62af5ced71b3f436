/**
 * Contents that are neither JSON nor a form nor XML, such as a picture: the bytes that a PUT sent to a path are what a GET of it
 * returns, until they are deleted.
 */
import type { Contract } from '../../contract/contract.js';
import { essenceOf, type Operation } from '../../contract/operations.js';
import { fromBase64, toBase64 } from '../../contract/printing/base64.js';
import type { MockResponse } from '../../mock/exchange/response.js';
import type { OperationAnswerer, OperationCall } from '../../mock/served-operation.js';
import { StoredDocumentError, type DocumentStore } from '../../mock/service-definition.js';
import { isSuccess, refusalOf } from '../answer.js';
import { isAcceptable } from '../choose-response.js';
import type { DocumentAnswers } from '../document-answers.js';
import { contentActions, contentOf, isContent } from '../resources/content-paths.js';
import { lastName, parametersOf, pathKey } from '../resources/paths.js';
import type { Action } from '../resources/resource.js';
import { plainText } from './item.js';
import { collectionName } from './scoped-items.js';

/** Bytes in base64, or a mark that there are none any more. */
type Stored = { readonly mediaType: string; readonly base64: string } | { readonly gone: true };

/** The contents at the paths of a document that have a GET and a PUT of them. */
export class Contents {
  private readonly actionOf: (operation: Operation) => Action | undefined;

  constructor(
    contract: Contract,
    private readonly answers: DocumentAnswers,
    private readonly documents: DocumentStore,
  ) {
    this.actionOf = contentActions(contract);
  }

  has(operation: Operation): boolean {
    return this.actionOf(operation) !== undefined;
  }

  /** Tells whether a request has a content in place of values. */
  isSent(operation: Operation, { contentType = '' }: OperationCall): boolean {
    return operation.method === 'put' && this.has(operation) && isContent(contentType);
  }

  /** @param answer of the operation, without a memory of contents */
  answererFor(operation: Operation, answer: OperationAnswerer): OperationAnswerer {
    if (!this.has(operation)) return answer;
    const collection = collectionName('content', pathKey(operation.path));
    return async (call) => {
      const made = await answer(call);
      if (call.dynamic || !isSuccess(made)) return made;
      const id = JSON.stringify(parametersOf(operation.path).map((name) => plainText(call.path[name])));
      if (operation.method === 'put') {
        if (this.isSent(operation, call)) return this.keep(call, collection, id, made);
        await this.documents.delete(call.sandbox, collection, id);
        return made;
      }
      const stored = await this.documents.find<Stored>(call.sandbox, collection, id);
      if (stored && 'gone' in stored) return refusalOf(404, `There is no ${lastName(operation.path)}`);
      if (operation.method === 'get') return stored ? this.read(operation, call, stored, made) : made;
      await this.documents.save(call.sandbox, collection, id, { gone: true } satisfies Stored);
      return made;
    };
  }

  /** The content, in the place of another one that the client would get. */
  private read(
    operation: Operation,
    { accept }: OperationCall,
    { mediaType, base64 }: Exclude<Stored, { gone: true }>,
    made: MockResponse,
  ): MockResponse {
    const essence = essenceOf(mediaType);
    const isSayable =
      isContent(made.headers['Content-Type'] ?? '') &&
      isAcceptable(contentOf(operation), essence) &&
      isAcceptable({ [essence]: {} }, accept);
    const { [fallback]: _, ...headers } = made.headers;
    return isSayable
      ? this.answers.withContent(
          operation,
          { ...made, headers },
          mediaType,
          fromBase64(base64) ?? new Uint8Array(),
        )
      : made;
  }

  /** A content that can't be kept takes away the one before. */
  private async keep(
    { sandbox, contentType = '', bytes }: OperationCall,
    collection: string,
    id: string,
    made: MockResponse,
  ): Promise<MockResponse> {
    try {
      const stored: Stored = { mediaType: contentType, base64: toBase64(bytes) };
      await this.documents.save(sandbox, collection, id, stored);
      return made;
    } catch (cause) {
      if (!(cause instanceof StoredDocumentError)) throw cause;
    }
    await this.documents.delete(sandbox, collection, id);
    const reason = 'a body of more than about 49,000 bytes is not remembered';
    return { ...made, headers: { ...made.headers, [fallback]: reason } };
  }
}

const fallback = 'X-Mock-Fallback';
