import type { Operation } from '../contract/operations.js';
import { credentialNames } from '../journal/credential-names.js';
import { JournalSecrets } from '../journal/journal-secrets.js';
import { hasSensitiveName } from '../secrets/sensitive-names.js';
import { defaultQuota, type CoreOptions } from '../options/mock-options.js';
import { ScenarioCatalogue } from '../scenarios/scenario-catalogue.js';
import type { Quota } from '../state/state.js';
import { respondWith } from './exchange/response.js';
import { accessCheck } from './identity/access.js';
import type { KeyReader } from './identity/identity.js';
import { identityReader, keyCheck, schemeReaders } from './identity/identity-reader.js';
import { isSandboxKey } from './identity/sandbox-key.js';
import type { Mock } from './mock.js';
import type { OutgoingRequests } from './outgoing-requests.js';
import { pathsOf } from './routing/operation-paths.js';
import { Routes } from './routing/routes.js';
import { InlineScenarios } from './scenarios/inline-scenarios.js';
import { serveOperation, type OperationAnswerer, type ServedOperation } from './served-operation.js';
import type { Service, ServiceKeys } from './service-definition.js';

/** The parts of a mock, loaded and checked. */
export interface MockParts extends Pick<
  Mock,
  'contract' | 'service' | 'scenarioFiles' | 'state' | 'now' | 'options'
> {
  /** Undefined where the document alone says which keys are valid. */
  readonly serviceKeys: ServiceKeys | undefined;
  /** Answers an operation that has no handler; undefined where each has one. */
  readonly answerFromDocument: ((operation: Operation) => OperationAnswerer) | undefined;
  /** Tells if an operation without a handler is answered from what clients have made; without it none is. */
  readonly remembers?: ((operation: Operation) => boolean) | undefined;
  /** Puts a user's handler before an operation's answerer; undefined for an operation that has none. */
  readonly handled?:
    | ((operation: Operation, answer: OperationAnswerer) => OperationAnswerer | undefined)
    | undefined;
  readonly outgoing?: OutgoingRequests | undefined;
  readonly keys: KeyReader;
  /** The token that no request may leave in a journal. */
  readonly token: string | undefined;
}

export function createMock(parts: MockParts): Mock {
  const { contract, service, outgoing, scenarioFiles, state, now, options } = parts;
  const serviceKeys = parts.serviceKeys ?? { onlyKnown: options.strictKeys };
  const check = keyCheck(parts.keys, serviceKeys);
  const schemes = schemeReaders(contract.document);
  const operations = contract.operations.map((operation) => served(parts, operation));
  return {
    ...{ contract, service, outgoing, scenarioFiles, state, now, options, operations },
    quota: quotaOf(options, service),
    scenarios: new ScenarioCatalogue(contract, scenarioFiles),
    inlineScenarios: new InlineScenarios(contract),
    routes: new Routes(operations, ({ operation }) => pathsOf(contract, operation)),
    identify: identityReader(schemes.values(), check, serviceKeys),
    accessTo: accessCheck(schemes, check),
    identityDecides: serviceKeys.onlyKnown === true && schemes.size === 1,
    secrets: new JournalSecrets({
      ...{ keys: options.keys ?? [], token: parts.token },
      names: { ...credentialNames(contract), isPublic: isSandboxKey },
      documentNamesSecrets: () => hasSensitiveName(contract.document),
      digest: (text) => parts.keys.digest(text),
    }),
  };
}

function quotaOf({ quota }: CoreOptions, service: Service | undefined): Quota | undefined {
  return quota === 'off' ? undefined : (quota ?? (service && defaultQuota));
}

function served(parts: MockParts, operation: Operation): ServedOperation {
  const { answer, by } = answererOf(parts, operation);
  const handled = parts.handled?.(operation, answer);
  return serveOperation(parts.contract, operation, handled ?? answer, handled ? 'handler' : by);
}

function answererOf(
  { service, answerFromDocument, remembers }: MockParts,
  operation: Operation,
): { readonly answer: OperationAnswerer; readonly by: ServedOperation['answeredBy'] } {
  const handler = service && Object.hasOwn(service.handlers, operation.id) && service.handlers[operation.id];
  if (handler) return { answer: respondWith(handler), by: 'handler' };
  if (!answerFromDocument) throw new TypeError(`Nothing answers the operation ${operation.id}.`);
  return { answer: answerFromDocument(operation), by: remembers?.(operation) ? 'memory' : 'document' };
}
