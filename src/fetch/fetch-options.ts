import { readOptions, type CodeOptions } from '../options/check-options.js';
import type { OperationHandlers } from '../foreign/handlers/operation-handler.js';
import { coreOptions, mockOptions } from '../options/mock-options.js';
import type { CoreRows, GivenOptions, ReadOptions } from '../options/option-types.js';
import type { ScenarioDefinition } from '../scenarios/schema/scenario-file.js';
import type { CompiledDocument } from './compiled-document.js';
import type { Timers } from './exchange/timers.js';

/** The options of a mock without a server: those that the core reads, and its own. */
export interface FetchOptions extends GivenOptions<CoreRows<typeof mockOptions>> {
  /** Another document than the shipping service's: the default export of what `drydock compile` has written. */
  readonly document?: CompiledDocument;
  /**
   * The address of the service as the code under test has it; its path may be any. Requests to other hosts are answered as well. Default:
   * http://127.0.0.1:4010 with the document's first base path.
   */
  readonly url?: string;
  /** Scenarios of your own by name, each what its file would hold; one replaces a shipped one of the same name. */
  readonly scenarios?: Readonly<Record<string, ScenarioDefinition>>;
  /** The operations that code of your own answers, by operationId. */
  readonly handlers?: OperationHandlers;
  /** Receives remarks, one sentence each; default: nobody does. */
  readonly log?: (line: string) => void;
  /** Stand-ins for what depends on time; default: the real ones, looked up at each call. */
  readonly timers?: Partial<Timers>;
}

const inCode: CodeOptions = {
  ...{ scenarios: 'object', handlers: 'object', log: 'function' },
  ...{ 'timers.now': 'function', 'timers.elapsed': 'function', 'timers.wait': 'function' },
};

const rows = { ...coreOptions, url: mockOptions.publicUrl };

/** Options that were checked and read. */
export type CheckedFetchOptions = ReadOptions<typeof rows> & Omit<FetchOptions, keyof typeof rows>;

/** @throws OptionError for an unknown name or a value of a wrong form */
export function checkedFetchOptions({ document, ...given }: FetchOptions): CheckedFetchOptions {
  const checked = readOptions(rows, given, inCode);
  return document === undefined ? checked : { ...checked, document };
}
