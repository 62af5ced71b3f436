import type { Contract } from '../contract/contract.js';
import { nearest } from '../contract/nearest-names.js';
import type { Operation } from '../contract/operations.js';
import { scheduleText } from './describing/schedule-text.js';
import { delayScenario, statusScenario } from './status-scenario.js';
import { documentedAnswer, mayAnswer, statusesAnywhere } from './forced-answer.js';
import type { ForcedAnswer, Scenario } from './scenario.js';

/** A scenario as a list shows it. */
export interface ScenarioSummary {
  readonly name: string;
  readonly title: string;
  readonly advice: string;
  /** Its effects over its calls, such as `2 × 500, then normal`. */
  readonly does: string;
  /** The ids of the operations, or `all` of the document's. */
  readonly operations: 'all' | readonly string[];
  /** The file's path, or `document` for the ones that it gives itself. */
  readonly source: string;
  readonly breaksContract: boolean;
}

/** The name that switches every scenario off, for a request or for a sandbox. */
export const normalName = 'normal';

/**
 * All scenarios by name: those of the files, for each error that the document has or that any request may meet `status-CODE`, which
 * no file can replace, and `delay-TIME` for any time. A reload makes another catalogue.
 */
export class ScenarioCatalogue {
  private readonly fromDocument: ReadonlyMap<string, Scenario>;
  private readonly operations: ReadonlyMap<string, Operation>;

  /** @param files what `loadScenarios` found good */
  constructor(
    readonly contract: Contract,
    private readonly files: ReadonlyMap<string, Scenario>,
  ) {
    this.operations = new Map(contract.operations.map((operation) => [operation.id, operation]));
    const names = errorStatuses(contract).map((status) => this.documentedScenario(status));
    this.fromDocument = new Map(names.map((scenario) => [scenario.name, scenario]));
  }

  /** Also finds a `status-CODE` that the document has only as a class (`4XX`) or by default, and every `delay-TIME`. */
  find(name: string): Scenario | undefined {
    const known = this.files.get(name) ?? this.fromDocument.get(name) ?? delayScenario(name, this.operations);
    const code = known ? undefined : /^status-([45]\d\d)$/.exec(name)?.[1];
    if (code === undefined) return known;
    const scenario = this.documentedScenario(Number(code));
    return scenario.operations.size > 0 ? scenario : undefined;
  }

  /** The names nearest to a mistyped one, `normal` among them. */
  nearest(name: string, limit = 3): string[] {
    return nearest(name, [...this.names(), normalName], limit);
  }

  names(): string[] {
    return [...this.files.keys(), ...this.fromDocument.keys()];
  }

  /** Every scenario, those of the files first, each group by name. */
  list(): ScenarioSummary[] {
    const all = this.operations.size;
    return [...this.files.values(), ...this.fromDocument.values()].map((scenario) => ({
      name: scenario.name,
      title: scenario.title,
      advice: scenario.advice,
      does: scheduleText(scenario),
      operations: scenario.operations.size === all ? 'all' : [...scenario.operations],
      source: scenario.file ?? 'document',
      breaksContract: scenario.breaksContract,
    }));
  }

  /**
   * The scenario of `Prefer: code=… , example=…`: a documented answer of one operation; undefined when the document
   * has none that can be made.
   */
  preferred(operation: Operation, status: number, example: string | undefined): Scenario | undefined {
    const answer = documentedAnswer(this.contract, operation, status, example);
    return answer && statusScenario(status, [operation.id], () => answer);
  }

  private documentedScenario(status: number): Scenario {
    const documenting = this.contract.operations.filter((operation) => mayAnswer(operation, status));
    const answers = new Map<string, ForcedAnswer | undefined>();
    const answerFor = (id: string) => {
      const operation = this.operations.get(id);
      if (operation && !answers.has(id)) answers.set(id, documentedAnswer(this.contract, operation, status));
      return answers.get(id);
    };
    return statusScenario(
      status,
      documenting.map(({ id }) => id),
      answerFor,
    );
  }
}

/** The errors of the document, and those that any request may meet. */
function errorStatuses(contract: Contract): number[] {
  const codes = contract.operations.flatMap(({ responses }) => [...responses.keys()]);
  const documented = codes.filter((code) => /^[45]\d\d$/.test(code)).map(Number);
  return [...new Set([...documented, ...statusesAnywhere])].sort((a, b) => a - b);
}
