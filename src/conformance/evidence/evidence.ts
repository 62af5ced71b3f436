import type { Case } from '../cases/case.js';
import { withHeaders, type RequestParts } from '../cases/request.js';
import { lookahead, type Redactor } from '../../secrets/redactor.js';
import type { StatedContract } from '../document/stated-contract.js';
import type {
  AlsoBroken,
  EarlierExchange,
  Failure,
  PlannedCase,
  RequestEvidence,
  ResponseEvidence,
  RuleInfo,
  SeenAt,
} from '../events.js';
import { brokenVerdict, type Level } from '../level.js';
import { printable, printableLine, printableName } from '../printable.js';
import { pointerOfPart, quote } from '../document/quotation.js';
import { restsOnStandard } from '../rules/rules-for.js';
import { ruleInfo } from '../rules/rule-info.js';
import type { LoadedRule } from '../rules/rule.js';
import type { LeveledBreach } from '../rules/evaluate-rule.js';
import type { Exchange, Outcome } from '../target/exchange.js';
import type { KeyVariables, ShellPiece } from './key-variables.js';
import { bodyText, curlOf, onOneConnection } from './curl.js';
import type { Cause } from './causes.js';
import type { FailureGroup } from './failure-group.js';

/** Limits of a failure's evidence, so that a hostile target can't fill a report. */
const limits = {
  bodyCharacters: 2000,
  headers: 50,
  headerCharacters: 500,
  textCharacters: 1000,
  cases: 200,
  repeatedRules: 20,
};

/** The result of repeating a failure. */
export interface Reproduction {
  readonly request: RequestParts;
  readonly outcome: Outcome;
  readonly verdict: 'FAIL' | 'WARN';
  /** The repeated request did not fail again. */
  readonly flaky: boolean;
  /** The circumstances without which it does not fail, a phrase; null where none are known. */
  readonly only: string | null;
}

/** A failure as it was first seen. @param chosen the weakest level that fails the run */
export function asFirstSeen(
  { level, exchange: { request, outcome } }: FailureGroup,
  chosen: Level,
): Reproduction {
  return { request, outcome, verdict: brokenVerdict(level, chosen), flaky: false, only: null };
}

/** Makes requests and responses safe to show: keys redacted, no terminal escapes, limited in size. */
export class Evidence {
  constructor(
    private readonly urlOf: (request: RequestParts) => string,
    private readonly redactor: Redactor,
    private readonly stated: StatedContract,
    private readonly variables: KeyVariables,
    /** Sent with every request that lacks them. */
    private readonly headers: Readonly<Record<string, string>> = {},
    /** By which curl connects as the run does. */
    private readonly curlOptions: readonly string[] = [],
  ) {}

  /** A plan has many cases, and few readers look at their requests. */
  plannedCase(item: Case): PlannedCase & Required<Pick<PlannedCase, 'request'>> {
    const makeRequest = (): RequestEvidence => this.request(item.request);
    let request: RequestEvidence | undefined;
    return {
      id: item.id,
      rule: item.ruleId,
      title: item.title,
      operation: operationOf(item),
      level: item.level,
      method: printableName(item.request.method),
      get request() {
        return (request ??= makeRequest());
      },
      accept: item.accept,
      ...(item.control !== undefined && { hasControl: true }),
    };
  }

  /** The breach as it is shown: a target may put megabytes into what it says. */
  shortened(breach: LeveledBreach): LeveledBreach {
    const pointer = breach.pointer === undefined ? {} : { pointer: this.line(breach.pointer) };
    return { ...breach, actual: this.line(breach.actual), ...pointer };
  }

  failure(
    { main: group, others, cases }: Cause,
    { request, outcome, verdict, flaky, only }: Reproduction,
  ): Failure {
    const { rule, breach, exchange } = group;
    const { case: item } = exchange;
    const located = this.pointerOf(group);
    const before = group.before.flatMap((earlier) => this.earlier(earlier));
    const sent = this.request(request);
    const curl =
      item.turn === undefined
        ? sent.curl
        : onOneConnection([...before.map((one) => one.sent.curl), sent.curl]);
    const quoted = this.stated.own ? undefined : this.quotation(rule, located);
    return {
      rule: { ...ruleInfo(rule), ...quoted },
      verdict,
      level: group.level,
      operation: operationOf(item),
      flaky,
      only,
      title: this.line(item.title),
      case: item.id,
      before,
      sent: { ...sent, curl },
      answer: outcome.kind === 'response' ? this.response(outcome) : null,
      noAnswer: outcome.kind === 'response' ? null : this.line(outcome.reason),
      expected: breach.expected?.map((outcome) => this.line(outcome)) ?? rule.expected,
      actual: breach.actual,
      pointer: breach.pointer ?? null,
      problems: item.problems.map((problem) => this.line(problem.text)),
      document: this.locationInDocument(located),
      cases: cases.slice(0, limits.cases),
      seen: this.seenAt([group, ...others], cases.length),
      alsoBroken: alsoBroken(group, others),
      expectedFailure: null,
    };
  }

  private earlier({ case: { title, id }, request, outcome }: Exchange): EarlierExchange[] {
    if (outcome.kind === 'no response') return [];
    const answer = this.response(outcome);
    return [{ title: this.line(title), case: id, sent: this.request(request), answer }];
  }

  private seenAt(groups: readonly FailureGroup[], cases: number): SeenAt {
    const ids = new Set(groups.flatMap(({ operations }) => [...operations]));
    const known = this.stated.contract.operations.filter(({ id }) => ids.has(id));
    return {
      operations: known.map(({ id }) => printableName(id)),
      outside: ids.has(null),
      statuses: [...new Set(groups.flatMap(({ statuses }) => [...statuses]))].sort((a, b) => a - b),
      cases,
    };
  }

  /** Redacted before it is cut and quoted: neither a cut nor a quote may split a secret. */
  private request(parts: RequestParts): RequestEvidence {
    const sent = withHeaders({ ...parts, headers: this.headers }, parts.headers);
    const url = this.redactor.text(this.urlOf(sent));
    const request = this.redacted(sent);
    const piecesOf = (text: string): ShellPiece[] =>
      this.variables
        .piecesOf(text)
        .map((piece) => ('literal' in piece ? { literal: this.redactor.text(piece.literal) } : piece));
    return {
      method: printableName(request.method),
      url: printable(url),
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [printableName(name), printable(value)]),
      ),
      body: request.body === undefined ? null : printable(bodyText(request.body)),
      curl: curlOf(this.urlOf(sent), { ...request, headers: sent.headers }, piecesOf, this.curlOptions),
    };
  }

  private redacted({ headers, body, ...rest }: RequestParts): RequestParts {
    const shown = Object.entries(headers).map(([name, value]) => [name, this.redactor.text(value)] as const);
    return {
      ...rest,
      headers: Object.fromEntries(shown),
      // Each byte as a character, so that a body which is no UTF-8 stays as it is.
      ...(body && { body: Buffer.from(this.redactor.text(body.toString('latin1')), 'latin1') }),
    };
  }

  private response({ status, headers, body }: Outcome & { kind: 'response' }): ResponseEvidence {
    // A character has at most four bytes. What is read behind the excerpt shows the redactor a secret across its end.
    const read = body.subarray(0, (limits.bodyCharacters + lookahead) * 4).toString('utf8');
    const excerpt = read.length < body.length ? read.length - lookahead : read.length;
    return {
      status,
      headers: headers
        .slice(0, limits.headers)
        .map(([name, value]) => [this.text(name), this.text(value, limits.headerCharacters)]),
      body: printable(this.redactor.text(read, excerpt), limits.bodyCharacters),
    };
  }

  private text(text: string, limit?: number): string {
    return printable(this.redactor.text(text), limit);
  }

  private line(text: string): string {
    // A target may say megabytes; white space between the words is not counted.
    return printableLine(this.redactor.text(text, 4 * limits.textCharacters), limits.textCharacters);
  }

  /** The constraint that a failure names; else the part of the operation that its rule is about. */
  private pointerOf({ rule, breach, exchange: { case: item, outcome } }: FailureGroup): string | undefined {
    const isAboutProblem = this.stated.own || rule.id === item.ruleId;
    const problem = isAboutProblem ? item.problems[0]?.documentPointer : undefined;
    const named = breach.documentPointer ?? problem;
    if (named !== undefined || item.operation === undefined) return named;
    if (this.stated.own) return item.operation.pointer;
    const status = outcome.kind === 'response' ? outcome.status : undefined;
    const { document } = this.stated.contract;
    return pointerOfPart(document, item.operation, rule.inOtherDocuments?.quotes, status);
  }

  /** The part of the document that a failure rests on, if it does: its pointer and its text. */
  private quotation(
    rule: LoadedRule,
    pointer: string | undefined,
  ): Pick<RuleInfo, 'section' | 'sentence'> | undefined {
    const location = restsOnStandard(rule) ? null : this.locationInDocument(pointer);
    if (location === null) return undefined;
    const { file, line } = location;
    return {
      section: printableName(`${file}:${line} ${location.pointer}`),
      sentence: printableLine(quote(this.stated.contract.document, location.pointer)),
    };
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

/** The other rules that a cause breaks, in the order of the plan: every rule at least once, and a few findings of rules that are named already. */
function alsoBroken(main: FailureGroup, others: readonly FailureGroup[]): AlsoBroken[] {
  const named = new Set([main.rule.id]);
  let again = 0;
  return others.flatMap(({ rule, breach: { actual, pointer = null } }) => {
    if (named.has(rule.id) && ++again > limits.repeatedRules) return [];
    named.add(rule.id);
    return [{ rule: ruleInfo(rule), actual, pointer }];
  });
}
