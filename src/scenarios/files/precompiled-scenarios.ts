/** The package's own scenarios as the build wrote them down, held against the package's own document. */
import { readdirSync } from 'node:fs';
import { ownDocument } from '../../contract/contract.js';
import type { Contract } from '../../contract/contract.js';
import { readPrecompiled } from '../../contract/precompiled/precompiled-data.js';
import { packageFile } from '../../contract/package-root.js';
import type { Problem } from '../../contract/validation/problem-text.js';
import { readScenario } from './read-scenario.js';
import type { Scenario } from '../scenario.js';
import type { ScenarioFile } from './scenario-file.js';

/** Where the build puts them. */
export const scenariosFile = new URL('scenarios.precompiled.json', import.meta.url);

/** One scenario file in the precompiled data. */
export interface PrecompiledScenario {
  readonly name: string;
  readonly file: string;
  readonly content: ScenarioFile;
}

/** Every file that the precompiled scenarios depend on. */
export function scenarioSources(): string[] {
  const names = readdirSync(packageFile('scenarios')).sort();
  return [ownDocument, ...names.map((name) => packageFile('scenarios', name))];
}

/**
 * The scenarios by name; undefined when there was no build, or a file has changed since.
 *
 * @param contract that of the package's own document
 */
export function precompiledScenarios(contract: Contract): ReadonlyMap<string, Scenario> | undefined {
  const files = readPrecompiled(scenariosFile, scenarioSources()) as
    readonly PrecompiledScenario[] | undefined;
  if (!files) return undefined;
  const problems: Problem[] = [];
  const scenarios = files.map(({ name, file, content }) => {
    const scenario = readScenario(name, file, content, contract, (problem) => problems.push(problem), true);
    return [name, scenario] as const;
  });
  return problems.length === 0 ? new Map(scenarios) : undefined;
}
