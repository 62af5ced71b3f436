import type { Contract } from '../contract/contract.js';
import { requireFolder } from '../contract/files/required-folder.js';
import { valueAt } from '../contract/json-pointer.js';
import { loadContract } from '../contract/load-contract.js';
import { answerParts } from '../foreign/answer-parts.js';
import type { StatefulAnswers } from '../foreign/stateful/stateful-answers.js';
import { createMock } from '../mock/create-mock.js';
import type { KeyReader } from '../mock/identity/identity.js';
import type { Mock } from '../mock/mock.js';
import { sandboxTime, timeOfMock } from '../mock/sandbox-time.js';
import { precompiledScenarios } from '../scenarios/files/precompiled-scenarios.js';
import type { Scenario } from '../scenarios/scenario.js';
import type { State } from '../state/state.js';
import { OptionError, ScenarioError, type CheckedOptions } from './options.js';

/** The options of a mock, and what outlives its reloads. */
export type MockOptions = CheckedOptions & {
  /** The texts of documents from the network, by address. */
  readonly fetched?: Map<string, string>;
};

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
  // A copy of the service's own document names it too.
  const definition = options.service?.name === contract.service ? options.service : undefined;
  const { seed, clock, seedData } = options;
  if (seedData !== undefined && !options.stateful)
    throw new OptionError('Seed data needs a mock that remembers: give --stateful as well.');
  const now = timeOfMock(clock, Date.now);
  const memory = { documents: state.documents, nowIn: sandboxTime(now, state.clock) };
  const service = await definition?.prepare({ contract, seed, now, ...memory });
  const { answers, ...answering } = await answerParts({
    ...{ contract, service, options, memory },
    handlers: await handlersOf(contract, options),
    begin: async (stateful) => {
      if (seedData !== undefined) await beginWith(stateful, seedData);
    },
  });
  if (seedData !== undefined && !answers)
    throw new OptionError('Seed data needs a document of your own: give --spec as well.');
  const mock = createMock({
    ...{ contract, service, ...answering },
    serviceKeys: definition?.keys,
    outgoing: await outgoingRequests(contract, options),
    scenarioFiles: await loadScenarioFiles(contract, options, previous),
    ...{ state, keys, now, options, token: options.controlToken },
  });
  if (options.log && answers) {
    const { tellWrongExamples } = await import('../foreign/wrong-examples.js');
    tellWrongExamples(contract, answers, options.log);
  }
  return mock;
}

/** Has a mock that remembers begin with the items of a file. @throws OptionError for a file that can't be used, with its line */
async function beginWith(stateful: StatefulAnswers, file: string): Promise<void> {
  const { readSource } = await import('../contract/files/document-files.js');
  const source = readSource(await import('yaml'), file, 'the seed data', OptionError);
  const problem = stateful.begin(source.value);
  if (problem)
    throw new OptionError(`${file}:${source.linesOf([problem.pointer])[0] ?? 1}: ${problem.text}.`);
}

/** The callbacks and webhooks of a document; one that has neither loads nothing. */
async function outgoingRequests(contract: Contract, { seed }: MockOptions) {
  const { document, operations } = contract;
  const hasAny =
    'webhooks' in document ||
    'x-webhooks' in document ||
    operations.some(({ pointer }) => 'callbacks' in Object(valueAt(document, pointer)));
  if (!hasAny) return undefined;
  const { DocumentCallbacks } = await import('../foreign/callbacks/document-callbacks.js');
  return new DocumentCallbacks(contract, seed);
}

/** A user's own handlers. @throws OptionError for one that can't be used */
async function handlersOf(contract: Contract, { handlers: given }: MockOptions) {
  if (typeof given !== 'string') return given && new Map(Object.entries(given));
  const { loadHandlers } = await import('./load-handlers.js');
  return loadHandlers(given, contract.operations);
}

/** @throws OptionError where there is neither a document nor a service */
async function contractOf(options: MockOptions): Promise<Contract> {
  const { spec, overlays, specRoot, service, fetched, examples } = options;
  if (spec !== undefined) {
    const { loadSpecs } = await import('../contract/specs/load-specs.js');
    const { DocumentErrors } = await import('../foreign/error-maker.js');
    return loadSpecs({
      ...{ specs: [spec].flat(), overlays, root: specRoot, fetched },
      errorMakerFor: (document) => new DocumentErrors(document, examples),
    });
  }
  if (overlays && overlays.length > 0)
    throw new OptionError('An overlay needs a document: give --spec as well.');
  if (service) return loadContract(service.document, { strict: true, precompiled: service.precompiled });
  throw new OptionError('A mock needs a document: give the option spec or service.');
}

/**
 * The service's scenarios, as far as they fit the document's operations, and those of the given folders. On a reload, a file with
 * problems keeps its last good version.
 *
 * @throws at the start ScenarioError, with a line for each problem, and OptionError for a folder that can't be read
 */
async function loadScenarioFiles(
  contract: Contract,
  { service, scenarios, log }: MockOptions,
  previous: Mock | undefined,
): Promise<ReadonlyMap<string, Scenario>> {
  const folders = [scenarios ?? []].flat();
  const { scenarios: folder, precompiled, document } = service ?? {};
  const file = precompiled?.scenarios;
  const isBuilt = file !== undefined && folder !== undefined && document !== undefined;
  const shipped = isBuilt ? precompiledScenarios({ file, folder, document }, contract) : undefined;
  if (shipped && folders.length === 0) return shipped;
  const { loadFolders } = await import('../scenarios/files/load-folders.js');
  if (!previous) for (const folder of folders) requireFolder(folder, '--scenarios');
  const isOwn = contract.file === document;
  const own = shipped ?? (folder === undefined ? new Map() : { folder, isOwn });
  const loaded = loadFolders(own, folders, contract, previous?.scenarioFiles);
  if (loaded.problems.length > 0 && !previous) throw new ScenarioError(loaded.problems.join('\n'));
  for (const line of loaded.problems) log?.(`Kept the last good version: ${line}`);
  if (!previous) for (const line of loaded.replaced) log?.(line);
  return loaded.scenarios;
}
