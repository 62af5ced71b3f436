/** The scenarios of a folder as the build wrote them down, held against their document then. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Contract } from '../../contract/contract.js';
import { readPrecompiled } from '../../contract/precompiled/precompiled-data.js';
import type { Problem } from '../../contract/validation/problem-text.js';
import { readScenario } from '../reading/read-scenario.js';
import type { Scenario } from '../scenario.js';
import type { ScenarioFile } from '../schema/scenario-file.js';

/** One scenario file in the precompiled data. */
export interface PrecompiledScenario {
  readonly name: string;
  readonly file: string;
  readonly content: ScenarioFile;
}

/**
 * Every file that the precompiled scenarios depend on.
 *
 * @param document path of the document that they were held against
 */
export function scenarioSources(folder: string, document: string): string[] {
  const names = readdirSync(folder).sort();
  return [document, ...names.map((name) => join(folder, name))];
}

/**
 * The scenarios by name; undefined when there was no build, or a file has changed since.
 *
 * @param file where the build put them
 * @param folder the scenario files that they were made of
 * @param contract of the document that the build held them against
 */
export function precompiledScenarios(
  file: URL,
  folder: string,
  contract: Contract,
): ReadonlyMap<string, Scenario> | undefined {
  const sources = scenarioSources(folder, contract.file);
  const files = readPrecompiled(file, sources) as readonly PrecompiledScenario[] | undefined;
  if (!files) return undefined;
  const problems: Problem[] = [];
  const scenarios = files.map(({ name, file, content }) => {
    const scenario = readScenario(name, file, content, contract, (problem) => problems.push(problem), true);
    return [name, scenario] as const;
  });
  return problems.length === 0 ? new Map(scenarios) : undefined;
}
