/**
 * Scenarios that a sandbox tries without their being saved. The state has them as text; each is made once for each mock
 * and kept, so that a request never waits for that, and a changed document judges them anew.
 */
import { refusal } from '../../scenarios/choose-scenario.js';
import type { Choice, Refusal } from '../../scenarios/choose-scenario.js';
import { readDefinition } from '../../scenarios/files/read-definition.js';
import type { ScenarioDefinition } from '../../scenarios/files/read-definition.js';
import type { ChosenScenario, State } from '../../state/state.js';
import type { Mock } from '../mock.js';

type Tried = Choice | Refusal;

/** Definitions that are kept for one mock; the oldest go first. */
const maxKept = 200;

const made = new WeakMap<Mock, Map<string, Tried>>();

/**
 * What a request meets in a sandbox that tries a scenario; undefined where it was set to saved ones. Where the document
 * no longer has a place for it, the request is refused and told so.
 */
export function inlineScenario(mock: Mock, { names, definition }: ChosenScenario): Tried | undefined {
  if (definition === undefined) return undefined;
  const kept = made.get(mock) ?? new Map<string, Tried>();
  made.set(mock, kept);
  const key = `${names} ${definition}`;
  const known = kept.get(key);
  if (known) return known;
  const tried = makeInline(mock, names, definition);
  const [oldest] = kept.size >= maxKept ? kept.keys() : [];
  if (oldest !== undefined) kept.delete(oldest);
  kept.set(key, tried);
  return tried;
}

function makeInline({ contract }: Mock, name: string, definition: string): Tried {
  const read = readDefinition(name, JSON.parse(definition) as ScenarioDefinition, contract);
  if ('name' in read)
    return { refused: false, scenarios: [read], channel: 'sandbox', preferences: undefined };
  const [first] = read;
  return refusal(
    `the scenario ${name}, tried in this sandbox without being saved, no longer fits the document: ${first?.text ?? ''}`,
  );
}

/** A line for each sandbox whose tried scenario does not fit a mock that was loaded anew; never throws. */
export async function misfits(mock: Mock, state: State): Promise<string[]> {
  try {
    return await findMisfits(mock, state);
  } catch (cause) {
    return [`Failed to look for tried scenarios that no longer fit: ${String(cause)}`];
  }
}

async function findMisfits(mock: Mock, state: State): Promise<string[]> {
  const lines: string[] = [];
  for (const { name, scenario } of await state.sandboxes.list()) {
    const chosen = scenario === undefined ? undefined : await state.scenarios.chosen(name);
    const tried = chosen && inlineScenario(mock, chosen);
    if (tried?.refused) lines.push(`Sandbox ${name}: ${tried.errors.join('; ')}`);
  }
  return lines;
}
