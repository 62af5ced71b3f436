import type { Contract } from '../../contract/contract.js';
import type { Problem } from '../../contract/validation/problem-text.js';
import { readScenario } from './read-scenario.js';
import type { Scenario } from '../scenario.js';
import type { ScenarioFile } from './scenario-file.js';

/** A scenario that is tried without being saved: what its file would hold, save that nobody need explain it yet. */
export type ScenarioDefinition = Omit<ScenarioFile, 'title' | 'advice'> &
  Partial<Pick<ScenarioFile, 'title' | 'advice'>>;

/** A definition as the file that it would be. */
export function asFile(definition: ScenarioDefinition): ScenarioFile {
  return { title: 'Tried without being saved', advice: 'Save it as a file to keep it.', ...definition };
}

/**
 * Makes a scenario of a definition that the schema has accepted, and holds it against the document.
 *
 * @returns the scenario, or why the document has no place for it
 */
export function readDefinition(
  name: string,
  definition: ScenarioDefinition,
  contract: Contract,
): Scenario | readonly Problem[] {
  const problems: Problem[] = [];
  const scenario = readScenario(name, undefined, asFile(definition), contract, (problem) =>
    problems.push(problem),
  );
  return problems.length > 0 ? problems : scenario;
}
