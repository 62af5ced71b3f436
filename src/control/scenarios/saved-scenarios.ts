import type { Contract } from '../../contract/contract.js';
import { suggestion } from '../../contract/nearest-names.js';
import { readDefinition } from '../../scenarios/reading/read-scenario.js';
import type { Scenario } from '../../scenarios/scenario.js';
import type { ScenarioDefinition } from '../../scenarios/schema/scenario-file.js';
import type { ControlContext } from '../control-context.js';
import { ok, type ControlCall, type ControlHandlers } from '../operation-handlers.js';
import { ControlProblem, problemFrom } from '../problem.js';
import { assureFreeName, refuse } from './chosen-scenario.js';

/**
 * Scenarios as files: read, and saved into a folder that the user gave. What needs a parser of YAML is loaded when it is asked for.
 */
export function prepareSavedScenarios({ mock, scenarioFiles }: ControlContext) {
  return {
    async getScenario({ path: { name } }) {
      const { scenarios, contract } = mock();
      const scenario = scenarios.find(name);
      if (!scenario) {
        const near = scenarios.nearest(name, 5);
        const hint = suggestion(near, 'GET /__drydock/scenarios lists those there are.');
        throw new ControlProblem(404, `There is no scenario ${name}; ${hint}`, { nearest: near });
      }
      const definition = await definitionOf(scenario, contract, scenarioFiles?.folders ?? []);
      return ok({ name, source: scenario.file ?? 'document', definition });
    },

    async saveScenario({ path: { name }, body }) {
      const folder = scenarioFiles?.writable;
      if (!folder) throw nowhere();
      assureFreeName(name);
      const { scenarioPlace, writeScenario, ScenarioNotSavedError } =
        await import('../../scenarios/files/save-scenario.js');
      try {
        const place = await scenarioPlace(folder.path, name);
        const text = await textOf(body, place.text);
        await checkText(name, text, mock().contract);
        await writeScenario(place, text);
        return { status: place.text === undefined ? 201 : 200, json: { name, file: place.path } };
      } catch (cause) {
        if (cause instanceof ScenarioNotSavedError) throw new ControlProblem(409, cause.message);
        throw cause;
      }
    },
  } satisfies Partial<ControlHandlers>;
}

function nowhere(): ControlProblem {
  return new ControlProblem(
    409,
    'There is no folder to save scenarios in; start the mock with --scenarios DIR and --watch.',
  );
}

/** Returns the content of a scenario's file, or what it would be if the document gives the scenario. */
async function definitionOf(
  scenario: Scenario,
  contract: Contract,
  folders: readonly string[],
): Promise<ScenarioDefinition> {
  const { file, title, advice, operations, name } = scenario;
  if (file !== undefined) {
    const { readScenarioFile } = await import('../../scenarios/files/load-scenarios.js');
    const { content, problems } = readScenarioFile(folders, file);
    if (content) return content;
    const why = problems[0]?.text ?? 'it is empty';
    throw new ControlProblem(409, `The file ${file} has changed and can't be used: ${why}.`);
  }
  const some = operations.size === contract.operations.length ? {} : { operations: [...operations] };
  const time = /^delay-(.+)$/.exec(name)?.[1];
  const effect =
    time === undefined ? { answer: { status: Number(name.slice('status-'.length)) } } : { delay: time };
  return { title, advice, ...some, ...effect };
}

/** @throws ControlProblem 422 for both or neither */
async function textOf(
  { definition, yaml }: ControlCall<'saveScenario'>['body'],
  before: string | undefined,
): Promise<string> {
  if ((definition === undefined) === (yaml === undefined))
    throw problemFrom(422, [
      `Exactly one of definition and yaml must be given, got ${yaml === undefined ? 'neither' : 'both'}`,
    ]);
  if (yaml !== undefined) return yaml;
  const { mergeDefinition, newFileText } = await import('../../scenarios/files/save-scenario.js');
  const content = definition as ScenarioDefinition;
  return before === undefined ? newFileText(content) : mergeDefinition(before, content);
}

/** @throws ControlProblem 422 with a string for each place that is wrong, by the schema or by the document */
async function checkText(name: string, text: string, contract: Contract): Promise<void> {
  const { parseScenarioFile } = await import('../../scenarios/files/parse-scenario-file.js');
  const { content, problems } = parseScenarioFile(text);
  refuse(problems);
  if (!content) return;
  const read = readDefinition(name, content, contract);
  if (!('name' in read)) refuse(read);
}
