import type { components } from '../../contract/generated/control-api.js';
import { suggestion } from '../../contract/nearest-names.js';
import { named } from '../../scenarios/channels.js';
import { normalName, type ScenarioCatalogue } from '../../scenarios/scenario-catalogue.js';
import type { ChosenScenario } from '../../state/state.js';
import type { Mock } from '../../mock/mock.js';
import type { DataChecks } from '../control-context.js';
import { problemFrom } from '../problem.js';
import { asFile, readDefinition } from '../../scenarios/reading/read-scenario.js';
import { schemaProblems } from '../../contract/validation/problem-text.js';
import type { ScenarioDefinition } from '../../scenarios/schema/scenario-file.js';

/** The choice for a sandbox: saved scenarios by their names, or an inline one. */
type SandboxChoice = components['schemas']['SandboxChoice'];

/** @throws ControlProblem 422 for a choice of both or of neither, or of what can't be used */
export async function chosenForSandbox(
  mock: Mock,
  checks: DataChecks,
  { scenario, definition, name }: SandboxChoice,
): Promise<ChosenScenario> {
  if ((scenario === undefined) === (definition === undefined))
    throw problemFrom(422, [
      `Exactly one of scenario and definition must be given, got ${definition ? 'both' : 'neither'}`,
    ]);
  if (definition) return inlineDefinition(mock, checks, definition, name);
  if (name !== undefined) throw problemFrom(422, ['name means nothing without definition']);
  return { names: chosenScenario(mock.scenarios, scenario ?? '') };
}

/**
 * The names in a text such as `slow, flaky`, tidied.
 *
 * @throws ControlProblem 422 when there is no such scenario, with the nearest names
 */
export function chosenScenario(catalogue: ScenarioCatalogue, scenario: string): string {
  const names = scenario
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) throw problemFrom(422, ['scenario must name a scenario, or normal for none']);
  const unknown = names.filter((name) => name !== normalName && !catalogue.find(name));
  if (unknown.length > 0) throw unknownScenarios(catalogue, unknown);
  const choice = named(catalogue, scenario, 'sandbox');
  if (!choice.usable) throw problemFrom(422, choice.errors);
  return names.join(', ');
}

function unknownScenarios(catalogue: ScenarioCatalogue, unknown: readonly string[]) {
  const near = unknown.map((name) => catalogue.nearest(name, 5));
  const errors = unknown.map((name, index) => {
    const names = near[index] ?? [];
    const shown = JSON.stringify(name.length > 60 ? `${name.slice(0, 57)}...` : name);
    const hint = suggestion(names, 'GET /__drydock/scenarios lists those there are');
    return `There is no scenario ${shown}; ${hint}`;
  });
  return problemFrom(422, errors, { nearest: [...new Set(near.flat())] });
}

/** The name of an inline scenario that was given none. */
const unnamed = 'tried';

/** Characters of JSON; the largest shipped scenario has a hundredth of it. */
const maxDefinition = 65_536;

/**
 * An inline scenario, checked as a scenario file is: by the schema and by the document.
 *
 * @throws ControlProblem 422 with a string for each place that is wrong
 */
async function inlineDefinition(
  { contract }: Pick<Mock, 'contract'>,
  { scenarioValidator }: DataChecks,
  definition: object,
  name = unnamed,
): Promise<ChosenScenario> {
  assureFreeName(name);
  const text = JSON.stringify(definition);
  if (text.length > maxDefinition)
    throw problemFrom(422, [`The definition must be at most ${maxDefinition} characters of JSON`]);
  const given = definition as ScenarioDefinition;
  refuse(schemaProblems(await scenarioValidator(), asFile(given), 'the definition'));
  const read = readDefinition(name, given, contract);
  if (!('name' in read)) refuse(read);
  return { names: name, definition: text };
}

/** @throws ControlProblem 422 for a name that no scenario of a person may have */
export function assureFreeName(name: string): void {
  if (name === normalName || /^status-\d+$/.test(name))
    throw problemFrom(422, [`The name ${name} is taken by Drydock itself; choose another`]);
}

/** @throws ControlProblem 422 where there are problems */
export function refuse(problems: readonly { readonly text: string }[]): void {
  if (problems.length > 0)
    throw problemFrom(
      422,
      problems.map(({ text }) => text),
    );
}
