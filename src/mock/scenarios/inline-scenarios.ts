import { getOrMake } from '../../contract/get-or-make.js';
import { LRUCache } from 'lru-cache';
import type { Contract } from '../../contract/contract.js';
import { selection, unusable } from '../../scenarios/choosing/selection.js';
import type { Selection, UnusableChoice } from '../../scenarios/choosing/selection.js';
import { readDefinition } from '../../scenarios/reading/read-scenario.js';
import type { ScenarioDefinition } from '../../scenarios/schema/scenario-file.js';
import type { ChosenScenario, State } from '../../state/state.js';

/** Number of definitions that one mock caches. */
const maxKept = 200;

/**
 * Inline scenarios are set in a sandbox as a definition, without a file. The state has them as text; each is parsed
 * once for each mock and cached, so that no request waits for it, and checked again against a changed document.
 */
export class InlineScenarios {
  private readonly read = new LRUCache<string, Selection | UnusableChoice>({ max: maxKept });

  constructor(private readonly contract: Contract) {}

  /**
   * The scenario of a sandbox that has a definition; undefined where it is set to named scenarios. Where the definition
   * does not fit the current document, the request is refused with the reason.
   */
  find({ names, definition }: ChosenScenario): Selection | UnusableChoice | undefined {
    if (definition === undefined) return undefined;
    return getOrMake(this.read, `${names} ${definition}`, () => this.choiceOf(names, definition));
  }

  private choiceOf(name: string, definition: string): Selection | UnusableChoice {
    const read = readDefinition(name, JSON.parse(definition) as ScenarioDefinition, this.contract);
    if ('name' in read) return selection([read]);
    const [first] = read;
    return unusable(
      `the scenario ${name}, tried in this sandbox without being saved, no longer fits the document: ${first?.text ?? ''}`,
    );
  }
}

/** A line for each sandbox whose inline scenario does not fit a reloaded mock; never throws. */
export async function unfitInlineScenarios(
  inlineScenarios: InlineScenarios,
  state: State,
): Promise<string[]> {
  try {
    const lines: string[] = [];
    for (const { name, scenario } of await state.sandboxes.list()) {
      const chosen = scenario === undefined ? undefined : await state.scenarios.chosen(name);
      const choice = chosen && inlineScenarios.find(chosen);
      if (choice && !choice.usable) lines.push(`Sandbox ${name}: ${choice.errors.join('; ')}`);
    }
    return lines;
  } catch (cause) {
    return [`Failed to look for inline scenarios that no longer fit: ${String(cause)}`];
  }
}
