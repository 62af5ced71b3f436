import type { Contract } from '../../contract/contract.js';
import type { Problem } from '../../contract/validation/problem-text.js';
import type { Scenario } from '../scenario.js';
import type { ScenarioFile } from '../schema/scenario-file.js';
import { readScenario } from './read-scenario.js';

/** A scenario file whose content the schema has accepted. */
export interface SavedScenario {
  readonly name: string;
  readonly file: string;
  readonly content: ScenarioFile;
}

/**
 * The scenarios that fit a document, by name: those of whose operations and answers it has all.
 *
 * @param isOwn whether they were held against this very document when they were saved
 */
export function fittingScenarios(
  saved: readonly SavedScenario[],
  contract: Contract,
  isOwn: boolean,
): Map<string, Scenario> {
  const known = new Set(contract.operations.map(({ id }) => id));
  const scenarios = new Map<string, Scenario>();
  for (const { name, file, content } of saved) {
    if (Array.isArray(content.operations) && !content.operations.every((id) => known.has(id))) continue;
    const problems: Problem[] = [];
    const scenario = readScenario(name, file, content, contract, (problem) => problems.push(problem), isOwn);
    if (problems.length === 0) scenarios.set(name, scenario);
  }
  return scenarios;
}
