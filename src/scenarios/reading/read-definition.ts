import type { Contract } from '../../contract/contract.js';
import type { Problem } from '../../contract/validation/problem-text.js';
import { readScenario } from './read-scenario.js';
import type { Scenario } from '../scenario.js';
import type { ScenarioDefinition, ScenarioFile } from '../schema/scenario-file.js';

/** The file that a definition would be. */
export function asFile(definition: ScenarioDefinition): ScenarioFile {
  return { title: 'An inline scenario', advice: 'Save it as a file to keep it.', ...definition };
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
  return readScenario(name, undefined, asFile(definition), contract);
}
