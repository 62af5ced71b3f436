import { normalName, type ScenarioCatalogue } from '../scenario-catalogue.js';
import type { Scenario } from '../scenario.js';
import { listed, selection, unusable, type Selection, type UnusableChoice } from './selection.js';

const maxScenarios = 16;

/**
 * The scenarios of a list of names. `normal` switches off those before it.
 *
 * @param text names between commas
 * @param askedBy what asked for them, for the sentence about an unknown name
 */
export function namedScenarios(
  catalogue: ScenarioCatalogue,
  text: string,
  askedBy: string,
): Selection | UnusableChoice {
  const names = text.split(',', maxScenarios + 1).map((name) => name.trim());
  if (names.length > maxScenarios)
    return unusable(`at most ${maxScenarios} scenarios can be applied to a request`);
  let scenarios: Scenario[] = [];
  for (const name of names) {
    if (name === '') continue;
    const scenario = catalogue.find(name);
    if (scenario) scenarios.push(scenario);
    else if (name === normalName) scenarios = [];
    else return unusable(unknownName(catalogue, name, askedBy));
  }
  return selection(scenarios);
}

function unknownName(catalogue: ScenarioCatalogue, name: string, askedBy: string): string {
  const near = catalogue.nearest(name, 5);
  const names = catalogue.names();
  const hint =
    near.length > 0
      ? `did you mean ${listed(near)}?`
      : `there are ${names.length}, such as ${listed(names.slice(0, 12))}`;
  const shown = JSON.stringify(name.length > 60 ? `${name.slice(0, 57)}...` : name);
  return `there is no scenario ${shown}, asked for by ${askedBy}; ${hint}`;
}
