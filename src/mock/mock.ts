/**
 * A mock is a contract with routes, handlers and scenarios. It is immutable: with --watch a changed file makes
 * another mock, and requests under way finish with the one they started with. What must outlive a reload (state, keys) is
 * passed in. It knows no HTTP server and reads no file, so the same mock works behind Express, a proxy or fetch.
 */
import type { Contract } from '../contract/contract.js';
import type { Operation } from '../contract/operations.js';
import type { JournalSecrets } from '../journal/journal-secrets.js';
import type { CoreOptions } from '../options/mock-options.js';
import type { Scenario } from '../scenarios/scenario.js';
import type { ScenarioCatalogue } from '../scenarios/scenario-catalogue.js';
import type { Quota, State } from '../state/state.js';
import type { MockResponse } from './exchange/response.js';
import type { AccessCheck } from './identity/access.js';
import type { IdentityReader } from './identity/identity.js';
import type { OutgoingRequests } from './outgoing-requests.js';
import type { Routes } from './routing/routes.js';
import type { InlineScenarios } from './scenarios/inline-scenarios.js';
import type { ServedOperation } from './served-operation.js';
import type { Service } from './service-definition.js';

export interface Mock {
  readonly contract: Contract;
  readonly operations: readonly ServedOperation[];
  readonly routes: Routes<ServedOperation>;
  readonly scenarioFiles: ReadonlyMap<string, Scenario>;
  readonly scenarios: ScenarioCatalogue;
  readonly inlineScenarios: InlineScenarios;
  readonly identify: IdentityReader;
  /** The form in which journals and logs keep credentials. */
  readonly secrets: JournalSecrets;
  readonly accessTo: AccessCheck;
  /** True if every operation expects its key in the one place where the identity was read from. */
  readonly identityDecides: boolean;
  readonly options: CoreOptions;
  /** Undefined for none. */
  readonly quota: Quota | undefined;
  readonly state: State;
  /** The time of the service: milliseconds since 1970, which `--clock` freezes. A sandbox may have another. */
  readonly now: () => number;
  /** The service whose handlers answer; undefined where the document alone does. */
  readonly service: Service | undefined;
  /** Leads links to the service in a forced response to the mock; undefined where no answer comes from a document. */
  readonly withOwnLinks:
    | ((operation: Operation, response: MockResponse, origin: string) => MockResponse)
    | undefined;
  /** The requests that the service sends by itself; undefined where the document describes none, or nobody sends them. */
  readonly outgoing: OutgoingRequests | undefined;
}
