/** The scenarios of a folder as the build wrote them down, held against their document then. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Contract } from '../../contract/contract.js';
import { readPrecompiled } from '../../contract/precompiled/precompiled-data.js';
import { fittingScenarios, type SavedScenario } from '../reading/read-scenario.js';
import type { Scenario } from '../scenario.js';

/**
 * Every file that the precompiled scenarios depend on.
 *
 * @param document path of the document that they were held against
 */
export function scenarioSources(folder: string, document: string): string[] {
  const names = readdirSync(folder).sort();
  return [document, ...names.map((name) => join(folder, name))];
}

/** The scenarios' place in the build, and their sources. */
export interface ScenarioBuild {
  readonly file: URL;
  /** The scenario files. */
  readonly folder: string;
  /** Path of the document that the build held them against. */
  readonly document: string;
}

/**
 * The scenarios by name; undefined when there was no build, or a file has changed since. A document that they were not held
 * against gets those that fit it.
 */
export function precompiledScenarios(
  { file, folder, document }: ScenarioBuild,
  contract: Contract,
): ReadonlyMap<string, Scenario> | undefined {
  const files = readPrecompiled(file, scenarioSources(folder, document)) as
    | readonly SavedScenario[]
    | undefined;
  if (!files) return undefined;
  const isOwn = contract.file === document;
  const scenarios = fittingScenarios(files, contract, isOwn);
  return isOwn && scenarios.size < files.length ? undefined : scenarios;
}
