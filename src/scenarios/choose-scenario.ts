import { nearest } from '../contract/nearest-names.js';
import { responseFor } from '../contract/operations.js';
import type { Operation } from '../contract/operations.js';
import { exampleNames } from './forced-answer.js';
import { parsePrefer } from './prefer-header.js';
import type { Preferences } from './prefer-header.js';
import { normalName } from './scenario-catalogue.js';
import type { ScenarioCatalogue } from './scenario-catalogue.js';
import type { Scenario } from './scenario.js';

/** Where a scenario can be asked for, strongest first; `header` and `prefer` are equally strong. */
export type Channel = 'header' | 'prefer' | 'key' | 'sandbox' | 'default';

/** What each channel says of a request: names between commas, or undefined. The request's own context can be passed. */
export interface ScenarioSources {
  /** The X-Mock-Scenario header. */
  readonly scenarioHeader: string | undefined;
  /** The Prefer header. */
  readonly preferHeader: string | undefined;
  /** What follows `~` in the key. */
  readonly keyScenario: string | undefined;
  readonly sandboxScenario: string | undefined;
  /** What the sandbox tries without its being saved; as strong as a name, in whose place it stands. */
  readonly tried?: Choice | Refusal | undefined;
  readonly defaultScenario: string | undefined;
  /** The operation that was asked for; undefined for an unknown path or method. */
  readonly operation: Operation | undefined;
}

/** Scenarios to apply in this order; none when the channel says `normal`. */
export interface Choice {
  readonly refused: false;
  readonly scenarios: readonly Scenario[];
  readonly channel: Channel;
  /** What Prefer said, for an operation that makes its answers from the document. */
  readonly preferences: Preferences | undefined;
}

/** The request must be answered 400 with these texts. */
export interface Refusal {
  readonly refused: true;
  readonly message: string;
  readonly errors: readonly string[];
}

const maxScenarios = 16;
const maxHeaderCharacters = 2048;

/**
 * Picks the scenarios of one request: the strongest channel that says something decides alone, so a request's own header
 * switches off what its sandbox has. Undefined, and nothing allocated, when no channel says anything.
 */
export function chooseScenarios(
  catalogue: ScenarioCatalogue,
  sources: ScenarioSources,
): Choice | Refusal | undefined {
  if (sources.scenarioHeader !== undefined || sources.preferHeader !== undefined) {
    const choice = fromHeaders(catalogue, sources);
    if (choice) return choice;
  }
  if (sources.keyScenario !== undefined) return named(catalogue, sources.keyScenario, 'key');
  if (sources.tried) return sources.tried;
  if (sources.sandboxScenario !== undefined) return named(catalogue, sources.sandboxScenario, 'sandbox');
  if (sources.defaultScenario !== undefined) return named(catalogue, sources.defaultScenario, 'default');
  return undefined;
}

/** Where a name came from, in words. */
const places: Record<Channel, string> = {
  header: 'the X-Mock-Scenario header',
  prefer: 'the Prefer header',
  key: "the key's ~ suffix",
  sandbox: 'the sandbox, where it no longer exists',
  default: "the server's default",
};

/** Undefined when the headers say nothing of ours: other preferences, or an empty header. */
function fromHeaders(catalogue: ScenarioCatalogue, sources: ScenarioSources): Choice | Refusal | undefined {
  const { scenarioHeader = '', preferHeader = '' } = sources;
  if (scenarioHeader.length > maxHeaderCharacters || preferHeader.length > maxHeaderCharacters)
    return refusal(`X-Mock-Scenario and Prefer must have at most ${maxHeaderCharacters} characters`);
  const chosen = /[^\s,]/.test(scenarioHeader) ? named(catalogue, scenarioHeader, 'header') : undefined;
  if (chosen?.refused) return chosen;
  const preferences = preferHeader === '' ? undefined : parsePrefer(preferHeader);
  const preferred = preferences && preferredScenarios(catalogue, preferences, sources.operation);
  if (preferred?.refused) return preferred;
  if (!preferred) return chosen;
  if (!chosen && preferred.scenarios.length === 0 && !preferred.preferences?.dynamic) return undefined;
  return {
    ...preferred,
    scenarios: [...(chosen?.scenarios ?? []), ...preferred.scenarios],
    channel: chosen ? 'header' : 'prefer',
  };
}

/**
 * The scenarios of a list of names. `normal` switches off those before it.
 *
 * @param text names between commas
 */
export function named(catalogue: ScenarioCatalogue, text: string, channel: Channel): Choice | Refusal {
  const names = text.split(',', maxScenarios + 1).map((name) => name.trim());
  if (names.length > maxScenarios)
    return refusal(`at most ${maxScenarios} scenarios can be applied to a request`);
  let scenarios: Scenario[] = [];
  for (const name of names) {
    if (name === '') continue;
    const scenario = catalogue.find(name);
    if (scenario) scenarios.push(scenario);
    else if (name === normalName) scenarios = [];
    else return unknown(catalogue, name, channel);
  }
  return { refused: false, scenarios, channel, preferences: undefined };
}

function unknown(catalogue: ScenarioCatalogue, name: string, channel: Channel): Refusal {
  const near = catalogue.nearest(name, 5);
  const hint =
    near.length > 0 ? `did you mean ${listed(near)}?` : `there are ${listed(catalogue.names().slice(0, 12))}`;
  const shown = JSON.stringify(name.length > 60 ? `${name.slice(0, 57)}...` : name);
  return refusal(`there is no scenario ${shown}, asked for by ${places[channel]}; ${hint}`);
}

function preferredScenarios(
  catalogue: ScenarioCatalogue,
  preferences: Preferences,
  operation: Operation | undefined,
): Choice | Refusal {
  const choice = { refused: false, channel: 'prefer', preferences } as const;
  if (!operation || (preferences.code === undefined && preferences.example === undefined))
    return { ...choice, scenarios: [] };
  const status = preferredStatus(catalogue, preferences, operation);
  if (typeof status !== 'number') return status;
  const scenario = catalogue.preferred(operation, status, preferences.example);
  return { ...choice, scenarios: scenario ? [scenario] : [] };
}

/** The status that Prefer means; without a code that of the example, success before errors. */
function preferredStatus(
  { contract }: ScenarioCatalogue,
  { code, example }: Preferences,
  operation: Operation,
): number | Refusal {
  const known = [...operation.responses.keys()];
  if (code !== undefined && (!/^[1-5]\d\d$/.test(code) || !responseFor(operation, Number(code)))) {
    const text = `Prefer: code=${code.slice(0, 60)} is not a status that the document has for ${operation.id}`;
    return refusal(`${text}; it has ${listed(known)}`);
  }
  if (example === undefined) return Number(code);
  const statuses = code === undefined ? known.filter((key) => /^\d+$/.test(key)).map(Number) : [Number(code)];
  const found = statuses.find((status) => exampleNames(contract, operation, status).includes(example));
  if (found !== undefined) return found;
  const names = [...new Set(statuses.flatMap((status) => exampleNames(contract, operation, status)))];
  const near = nearest(example, names, 5);
  const hint = near.length > 0 ? `did you mean ${listed(near)}?` : `it has ${listed(names) || 'none'}`;
  const where = code === undefined ? operation.id : `${code} of ${operation.id}`;
  return refusal(
    `Prefer: example=${example.slice(0, 60)} is not an example that the document has for ${where}; ${hint}`,
  );
}

/** Why a request can't have the scenario that was asked for. */
export function refusal(text: string): Refusal {
  return { refused: true, message: "The scenario asked for can't be applied", errors: [text] };
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`;
}
