/**
 * A mock is a contract made ready to answer: routes, handlers, scenarios. It is immutable; with --watch a changed document
 * or tariff makes another mock, and requests under way finish with the one they began with. What must outlive a reload
 * (state, keys) is given to it.
 */
import { loadContract, ownDocument } from '../contract/contract.js';
import type { Contract } from '../contract/contract.js';
import { createShippingService } from '../shipping/shipping-service.js';
import type { ShippingService } from '../shipping/shipping-service.js';
import { named } from '../scenarios/choose-scenario.js';
import { precompiledScenarios } from '../scenarios/files/precompiled-scenarios.js';
import type { Scenario } from '../scenarios/scenario.js';
import { ScenarioCatalogue } from '../scenarios/scenario-catalogue.js';
import type { Quota, State } from '../state/state.js';
import { identityReader } from './identity/credentials.js';
import type { IdentityReader } from './identity/credentials.js';
import type { KeyRing } from './identity/keys.js';
import { handledOperations, loadHandlers } from '../shipping/load-handlers.js';
import {
  checkedPublicUrl,
  checkedSeed,
  defaultQuota,
  clockTime,
  OptionError,
  ScenarioError,
} from '../server/options.js';
import type { ServerOptions } from '../server/options.js';
import { Routes } from './routing/routes.js';
import { serveOperation } from './serve-operation.js';
import type { ServedOperation } from './served-operation.js';

export interface Mock {
  readonly contract: Contract;
  readonly operations: readonly ServedOperation[];
  readonly routes: Routes;
  readonly scenarioFiles: ReadonlyMap<string, Scenario>;
  readonly scenarios: ScenarioCatalogue;
  readonly identify: IdentityReader;
  readonly quota: Quota | undefined;
  readonly state: State;
  readonly seed: number;
  readonly publicUrl: string | undefined;
  readonly validateResponses: boolean;
  /** The business behind the handlers; undefined where the document alone answers. */
  readonly service: ShippingService | undefined;
}

/**
 * Loads the document and everything behind it.
 *
 * @param previous the mock that this one replaces after a change of its files
 * @throws DocumentError, DataFileError, ScenarioError or OptionError
 */
export async function createMock(
  options: ServerOptions,
  state: State,
  keys: KeyRing,
  previous?: Mock,
): Promise<Mock> {
  const contract = await loadContract(options.spec ?? ownDocument);
  const scenarioFiles = await loadScenarioFiles(contract, options, previous);
  const scenarios = new ScenarioCatalogue(contract, scenarioFiles);
  checkDefaultScenario(scenarios, options.scenario);
  const frozen = clockTime(options.clock);
  const ids = new Set(contract.operations.map(({ id }) => id));
  const service =
    contract.strictKeys && handledOperations().some((id) => ids.has(id))
      ? await serviceOf(options, frozen)
      : undefined;
  const handlers = service ? await loadHandlers({ service, state }) : new Map<string, never>();
  const operations = contract.operations.map((operation) =>
    serveOperation(contract, operation, handlers.get(operation.id)),
  );
  return {
    contract,
    operations,
    scenarioFiles,
    scenarios,
    routes: new Routes(operations, contract.basePaths),
    identify: identityReader(contract, keys),
    quota: options.quota === 'off' ? undefined : (options.quota ?? defaultQuota),
    state,
    seed: checkedSeed(options.seed ?? 1),
    publicUrl: checkedPublicUrl(options.publicUrl),
    validateResponses: options.validateResponses ?? false,
    service,
  };
}

/**
 * The scenarios of a folder. Of the package's own, another document gets those that fit its operations. At a reload a
 * file that is wrong keeps what it last was.
 *
 * @throws ScenarioError at the start, with a line for each problem
 */
async function loadScenarioFiles(
  contract: Contract,
  options: ServerOptions,
  previous: Mock | undefined,
): Promise<ReadonlyMap<string, Scenario>> {
  const own = options.scenarios === undefined && contract.file === ownDocument;
  const readPrecompiled = own ? precompiledScenarios(contract) : undefined;
  if (readPrecompiled) return readPrecompiled;
  const { keepLastGood, loadScenarios, problemLine, shippedScenarios } =
    await import('../scenarios/files/load-scenarios.js');
  const loaded = loadScenarios(options.scenarios ?? shippedScenarios, contract);
  const { scenarios, problems } = loaded;
  if (problems.length === 0 || (options.scenarios === undefined && !own)) return scenarios;
  const lines = problems.map(problemLine);
  if (!previous) throw new ScenarioError(lines.join('\n'));
  for (const line of lines) options.log?.(`Kept the last good version: ${line}`);
  return keepLastGood(previous.scenarioFiles, loaded);
}

/** @throws OptionError when the default scenario is none of the catalogue's */
function checkDefaultScenario(scenarios: ScenarioCatalogue, names: string | undefined): void {
  const choice = names === undefined ? undefined : named(scenarios, names, 'default');
  if (!choice?.refused) return;
  const sentence = choice.errors.join('; ');
  throw new OptionError(`The scenario can't be used: ${sentence}${sentence.endsWith('?') ? '' : '.'}`);
}

function serviceOf(options: ServerOptions, frozen: number | undefined) {
  return createShippingService({
    seed: checkedSeed(options.seed ?? 1),
    now: frozen === undefined ? Date.now : () => frozen,
    ...(options.tariffs === undefined ? {} : { tariffs: options.tariffs }),
  });
}
