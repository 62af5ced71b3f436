import type { Operation } from '../contract/operations.js';
import { OptionError } from '../contract/option-error.js';
import { credentialNames } from '../journal/credential-names.js';
import { JournalSecrets } from '../journal/journal-secrets.js';
import { hasSensitiveName } from '../secrets/sensitive-names.js';
import { defaultQuota } from '../options/mock-options.js';
import { named } from '../scenarios/channels.js';
import { ScenarioCatalogue } from '../scenarios/scenario-catalogue.js';
import { accessCheck } from './identity/access.js';
import type { KeyReader } from './identity/identity.js';
import { identityReader, keyCheck, schemeReaders } from './identity/identity-reader.js';
import { isSandboxKey } from './identity/sandbox-key.js';
import type { Mock } from './mock.js';
import type { OutgoingRequests } from './outgoing-requests.js';
import { pathsOf } from './routing/routes.js';
import { Routes } from './routing/routes.js';
import { InlineScenarios } from './scenarios/inline-scenarios.js';
import { serveOperation, type Answerer } from './served-operation.js';
import type { ServiceKeys } from './service-definition.js';

/** The parts of a mock, loaded and checked. */
export interface MockParts extends Pick<
  Mock,
  'contract' | 'service' | 'scenarioFiles' | 'state' | 'now' | 'options'
> {
  /** Undefined where the document alone says which keys are valid. */
  readonly serviceKeys: ServiceKeys | undefined;
  /** Who answers an operation. @throws TypeError where nobody does */
  readonly answererOf: (operation: Operation) => Answerer;
  readonly withOwnLinks?: Mock['withOwnLinks'];
  readonly outgoing?: OutgoingRequests | undefined;
  readonly keys: KeyReader;
  /** The token that no request may leave in a journal. */
  readonly token: string | undefined;
}

/** @throws OptionError when the default scenario does not exist */
export function createMock(parts: MockParts): Mock {
  const { contract, service, outgoing, scenarioFiles, state, now, options } = parts;
  const serviceKeys = parts.serviceKeys ?? { onlyKnown: options.strictKeys };
  const check = keyCheck(parts.keys, serviceKeys);
  const schemes = schemeReaders(contract.document);
  const operations = contract.operations.map((operation) =>
    serveOperation(contract, operation, parts.answererOf(operation)),
  );
  const scenarios = new ScenarioCatalogue(contract, scenarioFiles);
  checkDefault(scenarios, options.scenario);
  return {
    ...{ contract, service, outgoing, scenarioFiles, scenarios, state, now, options, operations },
    withOwnLinks: parts.withOwnLinks,
    quota: options.quota === 'off' ? undefined : (options.quota ?? (service && defaultQuota)),
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

function checkDefault(scenarios: ScenarioCatalogue, names: string | undefined): void {
  const choice = names === undefined ? undefined : named(scenarios, names, 'default');
  if (!choice || choice.usable) return;
  const sentence = choice.errors.join('; ');
  throw new OptionError(`The scenario can't be used: ${sentence}${sentence.endsWith('?') ? '' : '.'}`);
}
