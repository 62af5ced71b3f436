import type { Case } from '../cases/case.js';
import type { RequestParts } from '../cases/request.js';
import type { StatedContract } from '../document/stated-contract.js';
import type { Failure, PlannedCase, RequestEvidence, ResponseEvidence } from '../events.js';
import { printable, printableLine, printableName } from '../printable.js';
import { ruleInfo } from '../rules/rule-info.js';
import type { LeveledBreach } from '../rules/evaluate-rule.js';
import type { Outcome } from '../target/exchange.js';
import { bodyText, curlOf } from './curl.js';
import type { FailureGroup } from './failure-group.js';
import type { Redactor } from './redactor.js';

/** Limits of a failure's evidence, so that a hostile target can't fill a report. */
const limits = { bodyCharacters: 2000, headers: 50, headerCharacters: 500, textCharacters: 1000, cases: 200 };

/** What a repetition of a failure showed. */
export interface Reproduction {
  readonly request: RequestParts;
  readonly outcome: Outcome;
  readonly verdict: 'FAIL' | 'WARN';
  /** The repeated request did not fail again. */
  readonly flaky: boolean;
}

/** Makes requests and responses safe to show: keys redacted, no terminal escapes, limited in size. */
export class Evidence {
  constructor(
    private readonly urlOf: (request: RequestParts) => string,
    private readonly redactor: Redactor,
    private readonly stated: StatedContract,
  ) {}

  plannedCase(item: Case): PlannedCase {
    return {
      id: item.id,
      rule: item.ruleId,
      title: item.title,
      operation: operationOf(item),
      level: item.level,
      request: this.request(item.request),
      accept: item.accept,
    };
  }

  /** The breach as it is shown: a target may put megabytes into what it says. */
  shortened(breach: LeveledBreach): LeveledBreach {
    const pointer = breach.pointer === undefined ? {} : { pointer: this.line(breach.pointer) };
    return { ...breach, actual: this.line(breach.actual), ...pointer };
  }

  failure(group: FailureGroup, { request, outcome, verdict, flaky }: Reproduction): Failure {
    const { rule, breach, exchange } = group;
    const { case: item } = exchange;
    return {
      rule: ruleInfo(rule),
      verdict,
      level: group.level,
      operation: operationOf(item),
      flaky,
      title: this.line(item.title),
      sent: this.request(request),
      answer: outcome.kind === 'response' ? this.response(outcome) : null,
      noAnswer: outcome.kind === 'response' ? null : this.line(outcome.reason),
      expected: breach.expected?.map((outcome) => this.line(outcome)) ?? rule.expected,
      actual: breach.actual,
      pointer: breach.pointer ?? null,
      problems: item.problems.map((problem) => this.line(problem.text)),
      document: this.locationInDocument(
        breach.documentPointer ?? item.problems[0]?.documentPointer ?? item.operation?.pointer,
      ),
      cases: [...new Set(group.cases)].slice(0, limits.cases),
      expectedFailure: null,
    };
  }

  private request(request: RequestParts): RequestEvidence {
    const url = this.urlOf(request);
    return {
      method: this.line(request.method),
      url: this.text(url),
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [this.line(name), this.text(value)]),
      ),
      body: request.body === undefined ? null : this.text(bodyText(request.body)),
      curl: curlOf(url, request, (text) => this.redactor.text(text)),
    };
  }

  private response({ status, headers, body }: Outcome & { kind: 'response' }): ResponseEvidence {
    // A character has at most four bytes, so that many are enough for the excerpt.
    const excerpt = body.subarray(0, limits.bodyCharacters * 4).toString('utf8');
    return {
      status,
      headers: headers
        .slice(0, limits.headers)
        .map(([name, value]) => [this.text(name), this.text(value, limits.headerCharacters)]),
      body: this.text(excerpt, limits.bodyCharacters),
    };
  }

  private text(text: string, limit?: number): string {
    return printable(this.redactor.text(text), limit);
  }

  private line(text: string): string {
    return printableLine(this.redactor.text(text), limits.textCharacters);
  }

  private locationInDocument(pointer: string | undefined): Failure['document'] {
    if (pointer === undefined) return null;
    const { file } = this.stated.contract;
    const line = this.stated.contract.lineOf(pointer);
    return { file: printableName(file), pointer: printableName(pointer), line };
  }
}

function operationOf({ operation }: Case): string | null {
  return operation === undefined ? null : printableName(operation.id);
}
