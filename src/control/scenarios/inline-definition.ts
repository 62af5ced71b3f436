import { normalName } from '../../scenarios/scenario-catalogue.js';
import { asFile, readDefinition } from '../../scenarios/reading/read-definition.js';
import { schemaProblems } from '../../scenarios/reading/schema-problems.js';
import type { ScenarioDefinition } from '../../scenarios/schema/scenario-file.js';
import type { ChosenScenario } from '../../state/state.js';
import type { Mock } from '../../mock/mock.js';
import type { DataChecks } from '../data-checks.js';
import { problemFrom } from '../problem.js';

/** The name of an inline scenario that was given none. */
const unnamed = 'tried';

/** Characters of JSON; the largest shipped scenario has a hundredth of it. */
const maxDefinition = 65_536;

/**
 * An inline scenario, checked as a scenario file is: by the schema and by the document.
 *
 * @throws ControlProblem 422 with a string for each place that is wrong
 */
export async function inlineDefinition(
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
