import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Contract } from '../../contract/contract.js';
import { systemFailure } from '../../contract/system-failure.js';
import { surveyRecording } from '../../recordings/drift.js';
import { isAt, type ServiceBase } from '../../recordings/reading/find-base.js';
import { readRecording } from '../../recordings/reading/read-recording.js';
import type { RecordedExchange } from '../../recordings/recorded-exchange.js';
import {
  scenarioFromRecording,
  scenarioYaml,
  type ScenarioFromRecording,
} from '../../recordings/scenario/scenario-from-recording.js';
import { sourceProblems } from '../../scenarios/files/load-scenarios.js';
import { ScenarioNotSavedError, scenarioPlace, writeScenario } from '../../scenarios/files/save-scenario.js';
import type { Terminal } from '../command.js';
import { UsageError, type GivenFlags } from '../flags.js';
import { baseFrom } from '../commands/drift.js';

/** The folder that `drydock mock --scenarios` is usually given. */
const defaultFolder = 'scenarios';

/**
 * `drydock scenarios import FILE --name NAME`: writes a scenario that answers what the recording's clients got.
 *
 * @throws UsageError for a recording or a name that can't be used, and for a file that is there already
 */
export async function importScenario(
  recording: string | undefined,
  contract: Contract,
  given: GivenFlags,
  terminal: Terminal,
): Promise<number> {
  const name = given.text('name');
  if (recording === undefined || name === undefined)
    throw new UsageError(
      'drydock scenarios import needs a recording and a name: drydock scenarios import FILE.har --name NAME.',
    );
  const folder = given.text('scenarios') ?? defaultFolder;
  const file = join(folder, `${name}.yaml`);
  if (existsSync(file) && !given.has('force')) throw isThere(file);
  const made = await fromFile(recording, contract, baseFrom(given));
  const text = scenarioYaml(made.definition);
  const [problem] = sourceProblems(name, text, contract);
  if (problem !== undefined) throw new UsageError(`${file} can't be made of ${recording}: ${problem}`);
  // A signal that comes now waits until the file is whole.
  void terminal.stopped;
  const written = join(folder, basename(await write(folder, name, text, given)));
  tell(made, written, name, terminal);
  return 0;
}

async function fromFile(
  recording: string,
  contract: Contract,
  given: ServiceBase | undefined,
): Promise<ScenarioFromRecording> {
  // Also where the base is given: the survey finds the secrets.
  const survey = await surveyRecording(recording, contract);
  const base = given ?? survey.base;
  const title = `Recorded in ${basename(recording)}`;
  const basePaths = base && [base.path];
  return scenarioFromRecording(exchangesAt(recording, base), { contract, title, basePaths });
}

async function* exchangesAt(
  recording: string,
  base: ServiceBase | undefined,
): AsyncGenerator<RecordedExchange> {
  for await (const exchange of readRecording(recording, { noExchange: 0, tooLarge: 0 }))
    if (!base || isAt(base, exchange.request.target)) yield exchange;
}

/** Follows a link in a folder that the user named, and no other. @returns the file @throws UsageError */
async function write(folder: string, name: string, text: string, given: GivenFlags): Promise<string> {
  const file = join(folder, `${name}.yaml`);
  try {
    mkdirSync(folder, { recursive: true });
    const root = given.has('scenarios') ? realpathSync(folder) : join(realpathSync('.'), folder);
    const place = await scenarioPlace(root, name);
    if (place.text !== undefined && !given.has('force')) throw isThere(place.path);
    await writeScenario(place, text);
    return place.path;
  } catch (cause) {
    if (cause instanceof UsageError || cause instanceof ScenarioNotSavedError) throw cause;
    throw new UsageError(`${file} can't be written: ${systemFailure(cause)}.`, { cause });
  }
}

function isThere(file: string): UsageError {
  return new UsageError(`${file} is there already; --force replaces it, and --name gives another one.`);
}

function tell(made: ScenarioFromRecording, file: string, name: string, terminal: Terminal): void {
  terminal.out(`${file} has ${[...made.responses].map(([id, count]) => `${count} of ${id}`).join(', ')}.`);
  for (const place of made.masked) terminal.out(`Masked: ${place}`);
  for (const note of made.notes) terminal.out(`Note: ${note}`);
  terminal.out(`Use it: drydock mock --scenarios ${dirname(file)} --scenario ${name}`);
}
