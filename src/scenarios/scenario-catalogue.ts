import type { components } from '../contract/generated/control-api.js';
import type { Contract } from '../contract/contract.js';
import { nearest } from '../contract/nearest-names.js';
import type { Operation } from '../contract/operations.js';
import { scheduleText } from './describing/schedule-text.js';
import { answersOf, documentedAnswer, mayAnswer, statusesAnywhere } from './forced-answer.js';
import { type ForcedAnswer, type Scenario, maxDelayMs, type EffectTemplate } from './scenario.js';
import { reasonPhrases } from './reason-phrases.js';
import { millisecondsOf } from './duration.js';

/** A scenario as a list shows it. */
export type ScenarioSummary = components['schemas']['Scenario'];

/** The name that switches every scenario off, for a request or for a sandbox. */
export const normalName = 'normal';

/** A default scenario as the state has it: a mock that is normal by default has none. */
export function asDefault(names: string | undefined): string | undefined {
  const forces = names?.split(',').some((name) => !['', normalName].includes(name.trim()));
  return forces ? names : undefined;
}

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
    return [...this.files.values(), ...this.fromDocument.values()].map((scenario) => {
      const { name, title, advice, operations, file: source = 'document', breaksContract } = scenario;
      return {
        ...{ name, title, advice, does: scheduleText(scenario) },
        operations: operations.size === all ? 'all' : [...operations],
        ...{ source, breaksContract },
      };
    });
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
    return statusScenario(
      status,
      documenting.map(({ id }) => id),
      answersOf(this.contract.operations, (operation) => documentedAnswer(this.contract, operation, status)),
    );
  }
}

/** The errors of the document, and those that any request may meet. */
function errorStatuses(contract: Contract): number[] {
  const codes = contract.operations.flatMap(({ responses }) => [...responses.keys()]);
  const documented = codes.filter((code) => /^[45]\d\d$/.test(code)).map(Number);
  return [...new Set([...documented, ...statusesAnywhere])].sort((a, b) => a - b);
}

/** The scenario `status-CODE` of some operations: it always forces an answer. @param operations their ids */
function statusScenario(
  status: number,
  operations: readonly string[],
  answerFor: (operationId: string) => ForcedAnswer | undefined,
): Scenario {
  return {
    name: `status-${status}`,
    title: `Answers ${status} ${reasonPhrases[status] ?? ''}`.trimEnd(),
    advice: adviceFor(status),
    ...always(operations, { answerFor, delay: undefined }),
  };
}

/** Advice of HTTP to clients about a status (RFC 9110 section 15, RFC 6585 section 4). */
function adviceFor(status: number): string {
  if (status === 401) return 'Ask for another key; do not send the same one again.';
  if (status === 403) return 'Say that the key lacks the permission; do not retry.';
  if (status === 404) return 'Treat it as an answer: what was asked for does not exist; do not retry.';
  if (status === 429) return 'Wait as long as the answer says, then retry and back off exponentially.';
  if (status >= 500) return 'Retry a few times with growing waits, then give up with a message.';
  return 'Show what is wrong with the request; do not send it again unchanged.';
}

/**
 * The scenario `delay-TIME`, such as `delay-800ms` or `delay-3s`: every response of the document comes that much later. It needs no
 * file, and goes with others: `flaky, delay-800ms`. Undefined for another name, and for a longer time than a scenario may take.
 *
 * @param operations all of the document, by id
 */
function delayScenario(name: string, operations: ReadonlyMap<string, unknown>): Scenario | undefined {
  const time = /^delay-(\d{1,6}(?:ms|s))$/.exec(name)?.[1];
  const ms = time === undefined ? 0 : millisecondsOf(time);
  if (time === undefined || ms === 0 || ms > maxDelayMs) return undefined;
  return {
    name,
    title: `Waits ${time}, then responds as usual`,
    advice: 'Show that something is under way, and give up only after your own time limit.',
    ...always(operations.keys(), { answerFor: undefined, delay: { kind: 'fixed', ms } }),
  };
}

/** The rest of a scenario that no file holds: one effect on every call. */
function always(operations: Iterable<string>, effect: Pick<EffectTemplate, 'answerFor' | 'delay'>) {
  return {
    file: undefined,
    breaksContract: false,
    operations: new Set(operations),
    match: { headers: [], body: [] },
    schedule: {
      kind: 'always',
      effect: { ...effect, patches: [], headers: [], spendQuota: false, fault: undefined },
    },
  } as const;
}
