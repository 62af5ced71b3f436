import { checkOptions } from '../options/check-options.js';
import { mockOptions } from '../options/mock-options.js';
import type { ScenarioDefinition } from '../scenarios/schema/scenario-file.js';
import type { Quota } from '../state/state.js';
import type { CompiledDocument } from './compiled-document.js';
import type { Timers } from './exchange/timers.js';

/** How a mock without a server is set up; what a running one has too means the same there. */
export interface FetchOptions {
  /** Another document than the shipping service's: the default export of what `drydock compile` has written. */
  readonly document?: CompiledDocument;
  /**
   * The address of the service as the code under test has it; its path may be any. Requests to other hosts are answered as well. Default:
   * http://127.0.0.1:4010 with the document's first base path.
   */
  readonly url?: string;
  /** Whole number from 0 to 4294967295; the same seed gives the same answers. Default 1. */
  readonly seed?: number;
  /** Stops the service's clock at a time, ISO 8601 such as `2026-01-01T00:00:00Z`; default: the real time. */
  readonly clock?: string;
  /** Requests per window and sandbox, such as `100/60s`; `off` for no quota. Default 1,000 in 60 s, and none for a document without a service. */
  readonly quota?: Quota | string;
  /** Further keys that are valid for everything. */
  readonly keys?: readonly string[];
  /** For a document without a service: whether only `dk_test_NAME` and further keys are valid. Default false. */
  readonly strictKeys?: boolean;
  /** The address for absolute URLs; default: that of each request. */
  readonly publicUrl?: string;
  /** Checks every success against the document; one that breaks it is answered as 500 and says why. Default false. */
  readonly validateResponses?: boolean;
  /** Scenarios of your own by name, each what its file would hold; one replaces a shipped one of the same name. */
  readonly scenarios?: Readonly<Record<string, ScenarioDefinition>>;
  /** The scenario of every sandbox that has none of its own, such as `flaky`; several between commas. */
  readonly scenario?: string;
  /** Exchanges that the journal keeps for each sandbox. Default 500. */
  readonly journal?: number;
  /** Which examples of a document that answers alone are sent: only those that their schemas accept, or all. Default strict. */
  readonly examples?: 'strict' | 'document';
  /** Where remarks go, one sentence each; default: nowhere. */
  readonly log?: (line: string) => void;
  /** Stand-ins for what depends on time; default: the real ones, looked up at each call. */
  readonly timers?: Partial<Timers>;
}

/** Options that were checked and read. */
export type CheckedFetchOptions = Omit<FetchOptions, 'quota'> & { readonly quota?: Quota | 'off' };

const { examples, scenario, seed, clock, quota, key, journal } = mockOptions;

/** The options that a running mock has too. */
const shared = {
  ...{ examples, scenario, seed, clock, quota, key, journal },
  'strict-keys': mockOptions['strict-keys'],
  'public-url': mockOptions['public-url'],
  'validate-responses': mockOptions['validate-responses'],
  url: mockOptions['public-url'],
};

/** @throws OptionError for an unknown name or a value of a wrong form */
export function checkedFetchOptions(given: FetchOptions): CheckedFetchOptions {
  const { document, ...others } = given;
  const inCode = { scenarios: 'object', log: 'function', timers: 'object' } as const;
  const checked = checkOptions(shared, others, inCode) as CheckedFetchOptions;
  return document === undefined ? checked : { ...checked, document };
}
