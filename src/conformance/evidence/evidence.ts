import type { Failure, PlannedCase, ShownAnswer, ShownRequest } from '../events.js';
import type { Outcome } from '../target/exchange.js';
import { printable, printableLine } from './printable.js';
import type { RequestParts } from '../cases/request.js';
import type { Case } from '../cases/case.js';
import { bodyText, curlOf } from './curl.js';
import type { Redactor } from './redactor.js';
import type { TargetClient } from '../target/target-client.js';
import type { StatedContract } from '../document/stated-contract.js';
import { infoOf } from '../run/results.js';
import type { BreachGroup } from '../run/results.js';

/** Characters of an answer's body that a report carries. */
const excerpt = 2000;

/** Turns what was sent and what came into what may be shown: keys cut, nothing that a terminal would obey. */
export class Showing {
  constructor(
    private readonly client: TargetClient,
    private readonly redactor: Redactor,
    private readonly stated: StatedContract,
  ) {}

  case(item: Case): PlannedCase {
    return {
      id: item.id,
      rule: item.ruleId,
      title: item.title,
      operation: item.operation?.id ?? null,
      level: item.level,
      request: this.request(item.request),
      accept: item.accept,
    };
  }

  request(request: RequestParts): ShownRequest {
    const url = this.client.urlOf(request);
    const safe = (text: string) => printable(this.redactor.text(text));
    return {
      method: request.method,
      url: safe(url),
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, safe(value)]),
      ),
      body: request.body === undefined ? null : safe(bodyText(request.body)),
      curl: safe(curlOf(url, request)),
    };
  }

  failure(
    group: BreachGroup,
    request: RequestParts,
    outcome: Outcome,
    verdict: 'FAIL' | 'WARN',
    flaky: boolean,
  ): Failure {
    const { rule, breach, exchange } = group;
    const safe = (text: string) => printableLine(this.redactor.text(text), 1000);
    return {
      rule: infoOf(rule),
      verdict,
      level: group.level,
      operation: exchange.case.operation?.id ?? null,
      flaky,
      title: safe(exchange.case.title),
      sent: this.request(request),
      answer: outcome.kind === 'answer' ? this.answer(outcome) : null,
      noAnswer: outcome.kind === 'answer' ? null : safe(outcome.reason),
      expected: breach.expected ?? rule.expected,
      actual: safe(breach.actual),
      pointer: breach.pointer === undefined ? null : safe(breach.pointer),
      problems: exchange.case.problems.map((problem) => safe(problem.text)),
      document: this.place(
        breach.documentPointer ??
          exchange.case.problems[0]?.documentPointer ??
          exchange.case.operation?.pointer,
      ),
      cases: [...new Set(group.cases)].slice(0, 200),
      expectedFailure: null,
    };
  }

  private answer(outcome: Outcome & { kind: 'answer' }): ShownAnswer {
    const safe = (text: string) => printable(this.redactor.text(text));
    return {
      status: outcome.status,
      headers: outcome.headers
        .slice(0, 50)
        .map(([name, value]) => [safe(name), printable(this.redactor.text(value), 500)]),
      body: printable(this.redactor.text(outcome.body.subarray(0, excerpt * 4).toString('utf8')), excerpt),
    };
  }

  private place(pointer: string | undefined): Failure['document'] {
    if (pointer === undefined) return null;
    const { file } = this.stated.contract;
    return { file, pointer, line: this.stated.contract.lineOf(pointer) };
  }
}
