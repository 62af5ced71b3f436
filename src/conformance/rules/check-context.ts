import { getOrMake } from '../../contract/get-or-make.js';
import { isJsonMediaType, responseFor, streamKind } from '../../contract/operations.js';
import { matchingMediaType } from '../document/request-media.js';
import { resolveSchema } from '../../contract/schema/resolve-schema.js';
import { ownMistake, type OwnMistake } from '../document/own-mistakes.js';
import { locatedProblems, type LocatedProblem } from '../document/located-problems.js';
import type { StatedContract } from '../document/stated-contract.js';
import type { ErrorObject } from '../../contract/validation/schema-validator.js';
import type { Level } from '../level.js';
import { NotJudgedError } from '../target/not-judged-error.js';
import { header, type CompletedExchange } from '../target/exchange.js';

/** One way in which a response's body breaks its schema. */
export interface SchemaProblem extends LocatedProblem {
  /** MUST when the specification states the constraint, ASSUMED when only the document does. */
  readonly level: Level;
  /** Set where the document contradicts itself: then whoever answers so is not to blame. */
  readonly ownMistake?: OwnMistake | undefined;
}

/** Further errors of the same response add nothing. */
const maxErrors = 200;

/** The context in which rules check: the document, the clock, and the schema problems of each response, found once for all rules. */
export class CheckContext {
  /** The 429 that showed that the waits which the target names are too short, and how, as a phrase. */
  shortWait: { readonly exchange: CompletedExchange; readonly actual: string } | undefined;
  private readonly found = new WeakMap<CompletedExchange, readonly SchemaProblem[]>();
  /** The last body whose patterns took too much work; targets send the same one again and again. */
  private undecided: { readonly body: Buffer; readonly schemaPointer: string } | undefined;

  constructor(
    readonly stated: StatedContract,
    /** Milliseconds since 1970. */
    readonly now: () => number = Date.now,
  ) {}

  /** The ways in which a response's body breaks the schema of its status; none where the document has no schema or the body is not JSON. */
  schemaProblems(exchange: CompletedExchange): readonly SchemaProblem[] {
    return getOrMake(this.found, exchange, () => this.findProblems(exchange));
  }

  private findProblems({ operation, request, response, json }: CompletedExchange): readonly SchemaProblem[] {
    const text = json.ok || request.method === 'HEAD' ? undefined : this.textOf(operation, response);
    if (!json.ok && text === undefined) return [];
    if (operation === undefined && (response.status < 400 || !this.stated.own)) return [];
    // A body that is not said to be JSON is another document's affair: a number in plain text is no JSON number.
    const type = this.stated.own ? undefined : (header(response, 'content-type') ?? '');
    if (type !== undefined && text === undefined && !isJsonMediaType(type)) return [];
    const own = this.stated.responseSchema(operation, response.status, type);
    // Every error of this service has one envelope, whatever its status; another rule checks the status inside.
    const borrowed = own === undefined && this.stated.own && response.status >= 400;
    const pointer = own ?? (borrowed ? this.stated.responseSchema(undefined, 400) : undefined);
    if (pointer === undefined) return [];
    const value = json.ok ? json.value : text;
    const problems = this.decided(pointer, response.body, () => this.problemsAt(pointer, value));
    if (!this.stated.own) {
      const answer = { status: response.status, body: value, schema: pointer };
      return problems.map((problem) => ({
        ...problem,
        ownMistake: ownMistake(this.stated, operation, answer, problem),
      }));
    }
    return borrowed ? problems.filter((problem) => problem.pointer !== '/response_code') : problems;
  }

  /** A body that the document of another service describes as a text; undefined for JSON, and for tables and streams that a schema describes by parts. */
  private textOf(
    operation: CompletedExchange['operation'],
    response: CompletedExchange['response'],
  ): string | undefined {
    const type = header(response, 'content-type') ?? '';
    if (this.stated.own || operation === undefined || !/^text\/(?!html|xml)/i.test(type)) return undefined;
    const content = responseFor(operation, response.status)?.value.content;
    const media = content?.[matchingMediaType(content, type) ?? ''];
    if (media === undefined) return undefined;
    const schema = resolveSchema(this.stated.contract.document, media.schema);
    const isOfParts = /^text\/csv/i.test(type) || streamKind(type) !== undefined;
    return schema.type === 'string' || !isOfParts ? response.body.toString('utf8') : undefined;
  }

  /** @throws NotJudgedError at once for a body that could not be judged before */
  private decided<T>(schemaPointer: string, body: Buffer, judge: () => T): T {
    const last = this.undecided;
    if (last?.schemaPointer === schemaPointer && last.body.equals(body)) throw tooMuchWork();
    try {
      return judge();
    } catch (error) {
      if (error instanceof NotJudgedError) this.undecided = { schemaPointer, body };
      throw error;
    }
  }

  private problemsAt(schemaPointer: string, value: unknown): SchemaProblem[] {
    const stated = this.validate(schemaPointer, value, 'MUST');
    const reported = new Set(stated.map((problem) => problem.pointer));
    const assumed = this.validate(schemaPointer, value, 'ASSUMED').filter(
      (problem) => !reported.has(problem.pointer),
    );
    return [...stated, ...assumed];
  }

  private validate(schemaPointer: string, value: unknown, level: Level): SchemaProblem[] {
    const found = this.stated.errors(schemaPointer, level, 'writeOnly', value);
    if (found === undefined) throw tooMuchWork();
    const errors = found.filter((error) => !isLawfulUrl(error)).slice(0, maxErrors);
    return locatedProblems(this.stated, errors).map((problem) => ({ ...problem, level }));
  }
}

function tooMuchWork(): NotJudgedError {
  return new NotJudgedError("the document's patterns take too much work on its body");
}

/** Browsers accept characters in URLs that the `uri` format (RFC 3986) rejects. */
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
