import type { Contract } from '../../contract/contract.js';
import type { Operation } from '../../contract/operations.js';
import { jsonResponse, plainResponse } from '../../mock/exchange/response.js';
import type { MockResponse } from '../../mock/exchange/response.js';
import type { OperationAnswerer } from '../../mock/served-operation.js';
import type { HandlerError } from '../../mock/service-definition.js';
import { operationDocument, prismOrigin } from './operation-document.js';
import { asWritten } from './without-hazards.js';

type CreateClient = (typeof import('./prism.js'))['createClientFromOperations'];
type PrismClient = ReturnType<CreateClient>;
type ClientConfig = Parameters<CreateClient>[1];

/**
 * Answers an operation without a handler from the document: with its examples, or values made from its
 * schemas, by Prism. Prism is heavy, so it is loaded at the first such request, and prepared for that operation only.
 */
export function answerFromDocument(contract: Contract, operation: Operation): OperationAnswerer {
  let client: Promise<PrismClient> | undefined;
  return async ({ accept, dynamic }) => {
    client ??= createClient(contract, operation);
    const config = { ...mockConfig, mock: { dynamic } };
    try {
      const method = operation.method;
      const headers = accept === undefined ? {} : { accept };
      const response = await (await client).request(examplePath(operation), { method, headers }, config);
      return asResponse(response.status, response.headers ?? {}, asWritten(response.data));
    } catch (cause) {
      return refused(cause);
    }
  };
}

const mockConfig = {
  isProxy: false,
  checkSecurity: false,
  validateRequest: false,
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
  mock: { dynamic: false },
} satisfies Omit<ClientConfig, 'logger'>;

async function createClient(contract: Contract, operation: Operation): Promise<PrismClient> {
  const { bundleTarget, createClientFromOperations, transformOas3Operations } = await import('./prism.js');
  // Prism's own loader dereferences the document first, which takes seconds where schemas have many references;
  // its generator follows references by itself, so they are only bundled.
  const document = operationDocument(contract.document, operation);
  const operations = transformOas3Operations(document as never).map((target): unknown =>
    bundleTarget({
      document: { ...document, __target__: target },
      path: '#/__target__',
      cloneDocument: false,
    }),
  );
  // Prism expects a pino logger, and calls only these methods.
  const logger = silentLogger as never;
  return createClientFromOperations(operations as never, { ...mockConfig, logger });
}

const silence = (): void => undefined;
const silentLogger = {
  child: () => silentLogger,
  ...{
    info: silence,
    debug: silence,
    warn: silence,
    error: silence,
    trace: silence,
    fatal: silence,
    success: silence,
  },
};

/** A path that matches the operation's template: the parameters are already validated and don't change the response. */
function examplePath(operation: Operation): string {
  return `${prismOrigin}${operation.path.replace(/\{[^}]+\}/g, '1')}`;
}

function asResponse(status: number, headers: Readonly<Record<string, unknown>>, data: unknown): MockResponse {
  const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const { 'Content-type': prismType, 'content-type': otherType, ...rest } = texts;
  const mediaType = prismType ?? otherType;
  if (data === undefined || data === null) return plainResponse(status, rest);
  if (typeof data === 'string' && mediaType !== undefined && !/json/i.test(mediaType)) {
    return plainResponse(status, { 'Content-Type': mediaType, ...rest }, data);
  }
  return jsonResponse(status, data, rest, mediaType ?? 'application/json');
}

/** Prism's own refusals (no acceptable media type, no usable response) in the document's error shape. */
function refused(cause: unknown): HandlerError {
  const { status, detail, message } = cause as { status?: number; detail?: string; message?: string };
  if (typeof status === 'number' && status >= 400 && status < 500) {
    const error = detail ?? message ?? 'No response fits the request';
    return { status, message: message ?? 'The request cannot be answered', errors: [error] };
  }
  const why = detail ?? message ?? 'unknown';
  return {
    status: 501,
    message: 'Not implemented',
    errors: [`The document describes no response that can be made: ${why}`],
  };
}
