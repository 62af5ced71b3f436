import { named } from '../scenarios/choose-scenario.js';
import { normalName } from '../scenarios/scenario-catalogue.js';
import type { ScenarioCatalogue } from '../scenarios/scenario-catalogue.js';
import type { ChosenScenario } from '../state/state.js';
import type { Mock } from '../mock/mock.js';
import { problemFrom } from './problem.js';
import { triedDefinition } from './tried-definition.js';

/** What the body of a sandbox's choice may hold, once the document has accepted it. */
interface SandboxChoice {
  readonly scenario?: string;
  readonly definition?: object;
  readonly name?: string;
}

/**
 * What a sandbox is set to by `{"scenario": …}` or `{"definition": …}`.
 *
 * @throws ControlProblem 422 when it is neither, or can't be used
 */
export async function chosenForSandbox(mock: Mock, body: unknown): Promise<ChosenScenario> {
  const { scenario, definition, name } = body as SandboxChoice;
  if ((scenario === undefined) === (definition === undefined))
    throw problemFrom(422, [
      `Exactly one of scenario and definition must be given, got ${definition ? 'both' : 'neither'}`,
    ]);
  if (definition) return triedDefinition(mock, definition, name);
  if (name !== undefined) throw problemFrom(422, ['name means nothing without definition']);
  return { names: chosenScenario(mock.scenarios, body) };
}

/**
 * The names of `{"scenario": "slow, flaky"}`, tidied.
 *
 * @param body one that the document has accepted
 * @throws ControlProblem 422 when there is no such scenario, with the nearest names
 */
export function chosenScenario(catalogue: ScenarioCatalogue, body: unknown): string {
  const { scenario } = body as { scenario: string };
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
    const hint =
      names.length > 0 ? `did you mean ${names.join(' or ')}?` : 'GET scenarios lists those there are';
    return `There is no scenario ${shown}; ${hint}`;
  });
  return problemFrom(422, errors, { nearest: [...new Set(near.flat())] });
}
