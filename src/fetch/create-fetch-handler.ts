import type { Sandbox } from '../client/sandbox.js';
import { MockClient } from '../client/mock-client.js';
import { DrydockError } from '../client/drydock-error.js';
import type { RequestFilter } from '../client/read-journal.js';
import type {
  JournalEntry,
  Known,
  ScenarioDefinition,
  ScenarioName,
  Verdict,
  Verification,
} from '../client/types.js';
import { defaultPathsOf } from '../contract/document/base-paths.js';
import { EventHub } from '../mock/events.js';
import { publicSandbox } from '../mock/identity/identity.js';
import { RequestCounts } from '../mock/recording/record-exchange.js';
import { asDefault } from '../scenarios/scenario-catalogue.js';
import { MemoryBudget } from '../state/memory-budget.js';
import { MemoryState } from '../state/memory/memory-state.js';
import { answerRequest, type FetchMock } from './exchange/answer-request.js';
import type { CompiledDocument } from './compiled-document.js';
import { checkedFetchOptions, type CheckedFetchOptions, type FetchOptions } from './fetch-options.js';
import { loadFetchMock } from './load-fetch-mock.js';
import { LocalControl } from './local-control.js';
import shippingDocument from './precompiled/shipping-document.js';
import { realTimers } from './exchange/timers.js';

/** Which sandbox is meant. Left out, it is the only one that has been used. */
export interface InSandbox {
  /** The sandbox's name; default: `public`. */
  readonly sandbox?: string;
}

/** Answers requests as a running mock does, and is controlled as one. */
export interface FetchHandler {
  /**
   * Takes what `fetch` takes, so that it can stand in its place.
   *
   * @throws OptionError when an option can't be used, TypeError where a scenario breaks the connection, and the reason of an
   * aborted signal
   */
  (input: Request | URL | string, init?: RequestInit): Promise<Response>;
  /** The address of the service, base path included; nothing listens there. */
  readonly url: string;
  /** The client of this mock, as `drydock.start()` gives it for a running one; it issues no keys and streams no events. */
  readonly control: MockClient;
  /** A part of the mock that one test has to itself. @param name default: an unused one */
  sandbox(name?: string): Sandbox;
  /**
   * Applies a scenario from now on: by name to a sandbox or, without one, to every sandbox that has none of its own; a definition
   * to a sandbox.
   *
   * @example await handler.use('flaky'); // or handler.use({ delay: '2s' }, { sandbox: 'checkout' })
   */
  use<Name extends string>(
    scenario: Known<Name, ScenarioName> | ScenarioDefinition,
    where?: InSandbox,
  ): Promise<void>;
  /** Requests of a sandbox with their responses, oldest first. */
  requests(filter?: RequestFilter & InSandbox): Promise<JournalEntry[]>;
  /** Checks the journal of a sandbox against what is expected, and returns the verdict either way. */
  verify(expected: Verification, where?: InSandbox): Promise<Verdict>;
  /** As `verify`. @throws DrydockError that says what was expected and what came, when the verdict is no */
  expectVerified(expected: Verification, where?: InSandbox): Promise<Verdict>;
  /** Forgets everything of a sandbox or, without one, of all, and goes back to the scenario of the options. */
  reset(where?: InSandbox): Promise<void>;
}

/**
 * A mock without a server: a function that answers requests as the server does, byte for byte, wherever there is fetch. It is
 * prepared at its first call.
 *
 * @throws OptionError for an unknown option or a value of a wrong form
 * @example
 * const handler = createFetchHandler();
 * const response = await handler(`${handler.url}/categories`, { headers: handler.sandbox().headers() });
 */
export function createFetchHandler(given: FetchOptions = {}): FetchHandler {
  const options = checkedFetchOptions(given);
  const url = addressOf(options);
  let prepared: Promise<FetchMock> | undefined;
  const ready = (): Promise<FetchMock> => (prepared ??= prepare(options));
  const control = new MockClient(url, new LocalControl(ready));
  const inSandbox = async (name: string | undefined): Promise<Sandbox> =>
    control.sandbox(name ?? (await onlySandbox(await ready())));
  const answer = async (input: Request | URL | string, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    return answerRequest(await ready(), request, input);
  };
  return Object.assign(answer, {
    ...{ url, control },
    sandbox: (name?: string) => control.sandbox(name),
    async use(scenario: string | ScenarioDefinition, { sandbox }: InSandbox = {}) {
      if (typeof scenario !== 'string') await (await inSandbox(sandbox)).scenario(scenario);
      else if (sandbox === undefined) await control.setDefaultScenario(scenario);
      else await control.sandbox(sandbox).scenario(scenario);
    },
    requests: async ({ sandbox, ...filter }: RequestFilter & InSandbox = {}) =>
      (await inSandbox(sandbox)).requests(filter),
    verify: async (expected: Verification, { sandbox }: InSandbox = {}) =>
      (await inSandbox(sandbox)).verify(expected),
    expectVerified: async (expected: Verification, { sandbox }: InSandbox = {}) =>
      (await inSandbox(sandbox)).expectVerified(expected),
    async reset({ sandbox }: InSandbox = {}) {
      if (sandbox === undefined) await control.reset();
      else await control.sandbox(sandbox).reset();
    },
  });
}

function addressOf({ url, document = shippingDocument }: CheckedFetchOptions): string {
  if (url !== undefined) return url;
  // Anything else than a compiled document is rejected when it is prepared.
  const [base = ''] = defaultPathsOf((Object(document) as Partial<CompiledDocument>).document?.servers);
  return `http://127.0.0.1:4010${base}`;
}

async function prepare(options: CheckedFetchOptions): Promise<FetchMock> {
  const { scenario, journal, log = () => undefined } = options;
  const timers = { ...realTimers, ...options.timers };
  const memory = new MemoryBudget();
  const state = new MemoryState({
    elapsed: timers.elapsed,
    defaultScenario: asDefault(scenario),
    budget: memory,
    journal: { entries: journal },
  });
  const mock = await loadFetchMock(options, timers, state);
  const recorder = { state, events: new EventHub(), metrics: new RequestCounts() };
  const path = options.url === undefined ? '' : new URL(addressOf(options)).pathname.replace(/\/$/, '');
  const base = mock.contract.basePaths.includes(path) ? '' : path;
  return { mock, base, recorder, timers, memory, log };
}

/** The sandbox that has been used, where there is but one; `public` before any. @throws DrydockError */
async function onlySandbox({ recorder: { state } }: FetchMock): Promise<string> {
  const names = (await state.sandboxes.list()).map(({ name }) => name);
  if (names.length <= 1) return names[0] ?? publicSandbox;
  throw new DrydockError(
    `Several sandboxes have been used (${names.sort().slice(0, 10).join(', ')}): say which one is meant, as in { sandbox: ${JSON.stringify(names[0])} }.`,
  );
}
