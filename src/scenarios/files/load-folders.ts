import type { Contract } from '../../contract/contract.js';
import type { Scenario } from '../scenario.js';
import { keepLastGood, loadScenarios, problemLine } from './load-scenarios.js';

/** The scenarios of a service: as the build wrote them down, or the folder to read. */
export type ShippedScenarios =
  | ReadonlyMap<string, Scenario>
  | { readonly folder: string; /** True if every file must fit the document. */ readonly isOwn: boolean };

export interface LoadedFolders {
  readonly scenarios: ReadonlyMap<string, Scenario>;
  readonly problems: readonly string[];
  /** A sentence for each scenario that a later folder has replaced. */
  readonly replaced: readonly string[];
}

/**
 * Loads folders of scenarios over the shipped ones: a later folder replaces scenarios of the same name.
 *
 * @param previous what the files last were, on a reload: a file that is bad now keeps that
 */
export function loadFolders(
  shipped: ShippedScenarios,
  folders: readonly string[],
  contract: Contract,
  previous: ReadonlyMap<string, Scenario> = new Map(),
): LoadedFolders {
  const problems: string[] = [];
  const replaced: string[] = [];
  const load = (folder: string, isOwn = true): ReadonlyMap<string, Scenario> => {
    const loaded = loadScenarios(folder, contract);
    if (!isOwn) return loaded.scenarios;
    problems.push(...loaded.problems.map(problemLine));
    return keepLastGood(previous, loaded);
  };
  const scenarios = new Map('folder' in shipped ? load(shipped.folder, shipped.isOwn) : shipped);
  for (const folder of folders)
    for (const [name, scenario] of load(folder)) {
      const earlier = scenarios.get(name);
      if (earlier && earlier.file !== scenario.file)
        replaced.push(
          `The scenario ${name} of ${scenario.file ?? folder} replaces that of ${earlier.file ?? ''}.`,
        );
      scenarios.set(name, scenario);
    }
  return { scenarios, problems, replaced };
}
