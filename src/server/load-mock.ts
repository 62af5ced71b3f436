import type { Contract } from '../contract/contract.js';
import { loadContract } from '../contract/load-contract.js';
import type { DocumentAnswers } from '../foreign/answers/document-answers.js';
import { createMock } from '../mock/create-mock.js';
import type { KeyReader } from '../mock/identity/identity.js';
import type { Mock } from '../mock/mock.js';
import type { ServiceDefinition } from '../mock/service-definition.js';
import { named } from '../scenarios/channels.js';
import { precompiledScenarios } from '../scenarios/files/precompiled-scenarios.js';
import type { Scenario } from '../scenarios/scenario.js';
import type { MaybePromise, State } from '../state/state.js';
import {
  checkedPublicUrl,
  checkedSeed,
  clockTime,
  defaultQuota,
  OptionError,
  ScenarioError,
} from './options.js';
import type { ServerOptions } from './options.js';

/** The options of a mock, and what outlives its reloads. */
export interface MockOptions extends ServerOptions {
  /** The texts of documents from the network, by address. */
  readonly fetched?: Map<string, string>;
}

/**
 * Loads the document, the service that it names and the scenarios, and creates a mock.
 *
 * @param previous the mock that this one replaces after a change of its files
 * @throws DocumentError, OptionError, ScenarioError, or what the service throws for its own data; each one sentence
 */
export async function loadMock(
  options: MockOptions,
  state: State,
  keys: KeyReader,
  previous?: Mock,
): Promise<Mock> {
  const contract = await contractOf(options);
  const definition = serviceFor(contract, options.service);
  const seed = checkedSeed(options.seed ?? 1);
  const frozen = clockTime(options.clock);
  const now = frozen === undefined ? Date.now : () => frozen;
  const service = await definition?.prepare({
    ...{ contract, seed, documents: state.documents },
    now,
    nowIn: (sandbox) => shifted(now(), state.clock.shift(sandbox)),
  });
  const handlers = service?.handlers ?? {};
  const isHandled = contract.operations.every(({ id }) => Object.hasOwn(handlers, id));
  const answers = isHandled ? undefined : await documentAnswers(contract, seed, options);
  const mock = createMock({
    contract,
    service,
    serviceKeys: definition ? definition.keys : { onlyKnown: options.strictKeys ?? false },
    answerFromDocument: answers && ((operation) => answers.answererFor(operation)),
    scenarioFiles: await loadScenarioFiles(contract, options, previous),
    ...{ state, keys, seed, now },
    secrets: { keys: options.keys ?? [], token: options.controlToken },
    quota: options.quota === 'off' ? undefined : (options.quota ?? (definition && defaultQuota)),
    publicUrl: checkedPublicUrl(options.publicUrl),
    validateResponses: options.validateResponses ?? false,
  });
  checkDefaultScenario(mock, options.scenario);
  if (options.log && answers) {
    const { tellWrongExamples } = await import('../foreign/answers/wrong-examples.js');
    tellWrongExamples(contract, answers, options.log);
  }
  return mock;
}

function shifted(now: number, shift: MaybePromise<number>): MaybePromise<number> {
  return shift instanceof Promise ? shift.then((late) => now + late) : now + shift;
}

/** What answers operations without a handler; a service that has one for each never loads it. */
async function documentAnswers(
  contract: Contract,
  seed: number,
  { examples = 'strict' }: MockOptions,
): Promise<DocumentAnswers> {
  const module = await import('../foreign/answers/document-answers.js');
  return new module.DocumentAnswers(contract, { seed, examples });
}

/** @throws OptionError where there is neither a document nor a service */
async function contractOf({ spec, overlays, specRoot, service, fetched }: MockOptions): Promise<Contract> {
  if (spec !== undefined) {
    const { loadSpecs } = await import('../contract/specs/load-specs.js');
    const { errorValues } = await import('../foreign/answers/error-values.js');
    return loadSpecs({ specs: [spec].flat(), overlays, root: specRoot, fetched, errorValues });
  }
  if (overlays && overlays.length > 0)
    throw new OptionError('An overlay needs a document: give the option spec, or --spec, as well.');
  if (service) return loadContract(service.document, { strict: true, precompiled: service.precompiled });
  throw new OptionError('A mock needs a document: give the option spec or service.');
}

/** The service that a document names; a copy of the service's own document names it too. */
function serviceFor(
  contract: Contract,
  service: ServiceDefinition | undefined,
): ServiceDefinition | undefined {
  return service?.name === contract.service ? service : undefined;
}

/**
 * The scenarios of a folder. Another document gets those shipped scenarios that fit its operations. On a
 * reload, a file with problems keeps its last good version.
 *
 * @throws ScenarioError at the start, with a line for each problem
 */
async function loadScenarioFiles(
  contract: Contract,
  options: ServerOptions,
  previous: Mock | undefined,
): Promise<ReadonlyMap<string, Scenario>> {
  const { service, scenarios, log } = options;
  const folder = scenarios ?? service?.scenarios;
  if (folder === undefined) return new Map();
  const areOwn = scenarios === undefined && contract.file === service?.document;
  const file = scenarios === undefined ? service?.precompiled?.scenarios : undefined;
  const before =
    file && service && precompiledScenarios({ file, folder, document: service.document }, contract);
  if (before) return before;
  const { keepLastGood, loadScenarios, problemLine } = await import('../scenarios/files/load-scenarios.js');
  const loaded = loadScenarios(folder, contract);
  if (loaded.problems.length === 0 || (scenarios === undefined && !areOwn)) return loaded.scenarios;
  const lines = loaded.problems.map(problemLine);
  if (!previous) throw new ScenarioError(lines.join('\n'));
  for (const line of lines) log?.(`Kept the last good version: ${line}`);
  return keepLastGood(previous.scenarioFiles, loaded);
}

/** @throws OptionError when the default scenario does not exist */
function checkDefaultScenario({ scenarios }: Mock, names: string | undefined): void {
  const choice = names === undefined ? undefined : named(scenarios, names, 'default');
  if (!choice || choice.usable) return;
  const sentence = choice.errors.join('; ');
  throw new OptionError(`The scenario can't be used: ${sentence}${sentence.endsWith('?') ? '' : '.'}`);
}
