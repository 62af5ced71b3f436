/** Runs the contract suite for the control API; whoever starts the server provides it. */
import type { components } from '../../contract/generated/control-api.js';

type Schemas = components['schemas'];

/** The order for a run. Keys are in it alone, for as long as it runs. */
export type SuiteOrder = Schemas['VerifyOrder'] & {
  /** Addresses of its host name: nothing else is connected to, whatever a name server says later. */
  readonly addresses: readonly ResolvedAddress[];
  readonly allowWrites: boolean;
  readonly maxTimeSeconds: number;
};

export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Run progress: its cases, those that are done by their verdict. */
export type RunProgress = Omit<Schemas['VerifyRun'], 'id' | 'target' | 'state' | 'error'>;
export type RunRule = RunProgress['brokenRules'][number];

/** Events of a run; none of it contains a key. */
export type SuiteNews =
  | ({ readonly type: 'progress' } & RunProgress)
  /** The JSON report; the last. */
  | { readonly type: 'report'; readonly report: unknown };

/** Runs the suite against a target. @throws Error with one sentence where the run can't begin */
export type RunSuite = (order: SuiteOrder, signal: AbortSignal) => AsyncIterable<SuiteNews>;
