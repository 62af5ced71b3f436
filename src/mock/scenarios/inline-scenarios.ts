/**
 * Inline scenarios: set for a sandbox and held by no file. The state has them as text; each is made once for each mock and
 * kept, so that a request never waits for that, and after a change of the document they are held against it again.
 */
import { selection, unusable } from '../../scenarios/choosing/selection.js';
import type { Selection, UnusableChoice } from '../../scenarios/choosing/selection.js';
import { readDefinition } from '../../scenarios/reading/read-definition.js';
import type { ScenarioDefinition } from '../../scenarios/schema/scenario-file.js';
import type { ChosenScenario, State } from '../../state/state.js';
import type { Mock } from '../mock.js';

type InlineScenario = Selection | UnusableChoice;

/** Definitions that are kept for one mock; the oldest go first. */
const maxKept = 200;

const made = new WeakMap<Mock, Map<string, InlineScenario>>();

/**
 * The inline scenario of a sandbox; undefined where it was set to saved ones. Where the document no longer has a place for
 * it, the choice is unusable and says so.
 */
export function inlineScenario(
  mock: Mock,
  { names, definition }: ChosenScenario,
): InlineScenario | undefined {
  if (definition === undefined) return undefined;
  const kept = made.get(mock) ?? new Map<string, InlineScenario>();
  made.set(mock, kept);
  const key = `${names} ${definition}`;
  const known = kept.get(key);
  if (known) return known;
  const inline = makeInline(mock, names, definition);
  const [oldest] = kept.size >= maxKept ? kept.keys() : [];
  if (oldest !== undefined) kept.delete(oldest);
  kept.set(key, inline);
  return inline;
}

function makeInline({ contract }: Mock, name: string, definition: string): InlineScenario {
  const read = readDefinition(name, JSON.parse(definition) as ScenarioDefinition, contract);
  if ('name' in read) return selection([read]);
  const [first] = read;
  return unusable(
    `the scenario ${name}, tried in this sandbox without being saved, no longer fits the document: ${first?.text ?? ''}`,
  );
}

/** A line for each sandbox whose inline scenario does not fit a mock that was loaded anew; never throws. */
export async function misfits(mock: Mock, state: State): Promise<string[]> {
  try {
    return await findMisfits(mock, state);
  } catch (cause) {
    return [`Failed to look for inline scenarios that no longer fit: ${String(cause)}`];
  }
}

async function findMisfits(mock: Mock, state: State): Promise<string[]> {
  const lines: string[] = [];
  for (const { name, scenario } of await state.sandboxes()) {
    const chosen = scenario === undefined ? undefined : await state.sandboxScenario(name);
    const inline = chosen && inlineScenario(mock, chosen);
    if (inline?.usable === false) lines.push(`Sandbox ${name}: ${inline.errors.join('; ')}`);
  }
  return lines;
}
