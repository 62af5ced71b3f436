import type { ErrorObject } from '../../contract/validation/schema-validator.js';
import type { AnsweredExchange } from '../target/exchange.js';
import { locatedProblems } from '../document/located-problems.js';
import type { LocatedProblem } from '../document/located-problems.js';
import type { StatedContract } from '../document/stated-contract.js';
import type { Level } from '../level.js';

/** One way in which an answer's body breaks its schema. */
export interface SchemaProblem extends LocatedProblem {
  /** MUST when the specification states the constraint, ASSUMED when only the document does. */
  readonly level: Level;
}

/** More errors than these in one answer say nothing more. */
const maxErrors = 200;

/** What rules judge with. Schema problems are found once for each answer, whichever rules ask. */
export class Judging {
  /** The last 429 of a target that went on refusing after every wait that it named. */
  refusedForGood: AnsweredExchange | undefined;
  private readonly found = new WeakMap<AnsweredExchange, readonly SchemaProblem[]>();

  constructor(
    readonly stated: StatedContract,
    /** Milliseconds since 1970. */
    readonly now: () => number = Date.now,
  ) {}

  /** How the body of an answer breaks the schema of its status; nothing where the document has none, or it is no JSON. */
  schemaProblems(exchange: AnsweredExchange): readonly SchemaProblem[] {
    let problems = this.found.get(exchange);
    if (problems === undefined) {
      problems = this.findProblems(exchange);
      this.found.set(exchange, problems);
    }
    return problems;
  }

  private findProblems({ operation, outcome, json }: AnsweredExchange): readonly SchemaProblem[] {
    if (!json.ok) return [];
    if (operation === undefined && outcome.status < 400) return [];
    const own = this.stated.responseSchema(operation, outcome.status);
    // Every error of this service has one envelope, whatever its status; the status inside is another rule's matter.
    const borrowed = own === undefined && this.stated.own && outcome.status >= 400;
    const pointer = own ?? (borrowed ? this.stated.responseSchema(undefined, 400) : undefined);
    if (pointer === undefined) return [];
    const problems = this.problemsAt(pointer, json.value);
    return borrowed ? problems.filter((problem) => problem.pointer !== '/response_code') : problems;
  }

  private problemsAt(pointer: string, value: unknown): SchemaProblem[] {
    const stated = this.read(pointer, value, 'MUST');
    const places = new Set(stated.map((problem) => problem.pointer));
    const assumed = this.read(pointer, value, 'ASSUMED').filter((problem) => !places.has(problem.pointer));
    return [...stated, ...assumed];
  }

  private read(pointer: string, value: unknown, level: Level): SchemaProblem[] {
    const validate = this.stated.validator(pointer, level);
    if (validate(value)) return [];
    const errors = (validate.errors ?? []).filter((error) => !isLawfulUrl(error)).slice(0, maxErrors);
    return locatedProblems(this.stated, errors).map((problem) => ({ ...problem, level }));
  }
}

/** URLs as browsers read them may hold characters that the `uri` format (RFC 3986) doesn't. */
function isLawfulUrl({ keyword, params, data }: ErrorObject): boolean {
  return (
    keyword === 'format' &&
    (params as { format?: unknown }).format === 'uri' &&
    typeof data === 'string' &&
    /^https?:\/\/[^\s/]/i.test(data) &&
    !/\s/.test(data) &&
    URL.canParse(data)
  );
}
