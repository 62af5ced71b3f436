import type { ChosenScenario, ScenarioChoiceStore, SetScenario } from '../scenario-choice-store.js';
import type { SandboxMemories } from './sandbox-memory.js';

export class MemoryScenarioChoiceStore implements ScenarioChoiceStore {
  private byDefault: string | undefined;

  /** @param initialDefault the scenario of every sandbox that has none of its own */
  constructor(
    private readonly memories: SandboxMemories,
    private readonly initialDefault: string | undefined,
  ) {
    this.byDefault = initialDefault;
  }

  inForce(sandbox: string): SetScenario | undefined {
    const { scenario } = this.memories.use(sandbox);
    if (scenario !== undefined) return { ...scenario, channel: 'sandbox' };
    return this.byDefault === undefined ? undefined : { names: this.byDefault, channel: 'default' };
  }

  chosen(sandbox: string): ChosenScenario | undefined {
    return this.memories.peek(sandbox)?.scenario;
  }

  choose(sandbox: string, scenario: ChosenScenario | undefined): void {
    const memory = this.memories.use(sandbox);
    memory.scenario = scenario;
    memory.calls.clear();
  }

  defaultNames(): string | undefined {
    return this.byDefault;
  }

  setDefault(names: string | undefined): void {
    this.byDefault = names;
  }

  /** Goes back to the default of the start. */
  resetDefault(): void {
    this.byDefault = this.initialDefault;
  }

  countCall(sandbox: string, scenario: string): number {
    const { calls } = this.memories.use(sandbox);
    const call = (calls.get(scenario) ?? 0) + 1;
    calls.set(scenario, call);
    return call;
  }

  callCounts(sandbox: string): ReadonlyMap<string, number> {
    return this.memories.peek(sandbox)?.calls ?? new Map();
  }
}
