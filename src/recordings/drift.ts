/** Judges a recording: what was sent and answered in it, against the document and the rules. Nothing is sent. */
import type { ConformanceEvent } from '../conformance/events.js';
import type { Level } from '../conformance/level.js';
import { printableLine } from '../conformance/printable.js';
import type { LoadedRule } from '../conformance/rules/rule.js';
import type { Contract } from '../contract/contract.js';
import { jsonOf } from '../conformance/target/json-body.js';
import { basePathsBehind, isAt, surveyExchanges } from './reading/find-base.js';
import type { ServiceBase, Survey } from './reading/find-base.js';
import { mustBeFile, readRecording, type ReadCounts } from './reading/read-recording.js';
import { whyPartial, type RecordedExchange } from './recorded-exchange.js';
import type { TrafficJudgement, TrafficExchange } from '../conformance/traffic/traffic-exchange.js';
import { createTrafficJudge } from '../conformance/traffic/traffic-judge.js';
import type { TrafficJudge, TrafficJudgeOptions } from '../conformance/traffic/traffic-judge.js';
import { requestFields } from '../contract/schema/request-fields.js';
import { CoverageMarker } from '../journal/coverage/coverage-marks.js';
import { coverageReport, type CoverableOperation } from '../journal/coverage/coverage-report.js';
import { belowThresholds, type CoverageThresholds, metText } from '../journal/coverage/coverage-text.js';

export interface DriftOptions {
  /** A HAR, or NDJSON with an exchange on each line. */
  readonly file: string;
  readonly contract: Contract;
  readonly rules: readonly LoadedRule[];
  /** The place of the service; by default the host and base path where most requests went to operations. */
  readonly base?: ServiceBase | undefined;
  readonly failOn?: Exclude<Level, 'ASSUMED'> | undefined;
  readonly thresholds?: CoverageThresholds | undefined;
  /** Ends the run with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The events of a run, for any report; the last is the summary.
 *
 * @throws RecordingError, one sentence, for a file that can't be used
 */
export async function* drift(options: DriftOptions): AsyncGenerator<ConformanceEvent> {
  const { file, contract, rules, failOn, thresholds, signal } = options;
  const survey = await surveyRecording(file, contract, signal);
  const base = options.base ?? survey.base;
  const verdict = new TrafficVerdict({
    ...{ contract, rules, failOn, thresholds },
    target: printableLine(base ? base.origin + base.path : file),
    basePaths: base ? basePathsBehind(contract, base.path) : [],
  });
  if (!base) {
    yield* verdict.events([nothingMet(options, survey.exchanges)]);
    return;
  }
  const counts = { noExchange: 0, tooLarge: 0 };
  const wireRules = rules.filter((rule) => rule.checkOutcome !== undefined || rule.id === messageRule);
  const isOfWire = (id: string): boolean => wireRules.some((rule) => rule.id === id);
  const left = { elsewhere: 0, preflights: 0, byProxy: 0 };
  for await (const exchange of readRecording(file, counts, signal)) {
    if (!isAt(base, exchange.request.target)) {
      left.elsewhere += 1;
      continue;
    }
    const credentialsRemoved = exchange.credentialsRemoved ?? !survey.hasCredentials;
    const ofService = ofTheService(exchange, isOfWire);
    if (ofService.judged) left.byProxy += 1;
    const { kind } = await verdict.add({ ...ofService, credentialsRemoved }, exchange);
    if (kind === 'elsewhere') left.elsewhere += 1;
    if (kind === 'preflight') left.preflights += 1;
  }
  yield* verdict.events(noticesOf(base, { ...counts, ...left }));
}

/** Says of a recording that it shows nothing of the service: too little for a verdict. */
function nothingMet({ file, contract }: DriftOptions, exchanges: number): string {
  const count = exchanges === 1 ? 'The only exchange' : `None of the ${exchanges} exchanges`;
  const goes = exchanges === 1 ? 'does not go' : 'goes';
  return `${count} in ${printableLine(file)} ${goes} to an operation of ${contract.file}; say where the service is with --base URL.`;
}

/** The rule about the bytes of a message. */
const messageRule = 'http/complete-message';

/** Drops what Drydock made or changed, by its own fields or by the markers in a client's recording: it says nothing about the service. */
function ofTheService(exchange: RecordedExchange, isOfWire: (rule: string) => boolean): RecordedExchange {
  const reason = whyNotOfTheService(exchange);
  const seen: RecordedExchange =
    reason === undefined
      ? withPartialBody(exchange)
      : { ...exchange, response: { fault: undefined, notJudged: reason } };
  return { ...seen, judged: judgedByProxy(seen, isOfWire) };
}

/** A part of a body is no body that the service has sent, whoever ended the response. */
function withPartialBody(exchange: RecordedExchange): RecordedExchange {
  const { response } = exchange;
  const notHeld = whyPartial(exchange);
  if (notHeld === undefined || 'fault' in response) return exchange;
  return { ...exchange, response: { ...response, body: { notHeld } } };
}

/**
 * The judgement of the proxy that recorded an exchange, as far as the recording lacks what the proxy saw. What stands there whole is
 * judged again, whatever the file says about it; only how a message ended stands in no recording.
 */
function judgedByProxy(
  { own, request, response }: RecordedExchange,
  isOfWire: (rule: string) => boolean,
): TrafficExchange['judged'] {
  const { findings, notJudged = null, masked = [] } = own ?? {};
  const isWhole = 'bytes' in request.body && 'status' in response && 'bytes' in response.body;
  const isMasked = masked.some((place) => /^(?:request body|response)/.test(place));
  if (findings === undefined) return undefined;
  if (!isWhole || isMasked) return { findings, notJudged };
  const ofWire = findings.filter(({ rule }) => isOfWire(rule));
  return ofWire.length === 0 ? undefined : { findings: ofWire };
}

function whyNotOfTheService({ own, response }: RecordedExchange): string | undefined {
  const markedBy = (name: string): boolean =>
    'status' in response && response.headers.some(([one]) => one.toLowerCase() === name);
  if (markedBy('x-mock-answer')) return 'Drydock answered instead of the service';
  const names = own?.scenario?.names ?? [];
  const isByScenario = Boolean(own?.broken) || names.length > 0 || markedBy('x-mock-scenario');
  return isByScenario ? 'a scenario of Drydock made the response' : undefined;
}

/** Surveys a recording, and registers its secrets before anything of it is shown. */
export async function surveyRecording(
  file: string,
  contract: Contract,
  signal?: AbortSignal,
): Promise<Survey> {
  const survey = await surveyExchanges(readRecording(file, { noExchange: 0, tooLarge: 0 }), contract, signal);
  // A pipe has nothing left for the second reading.
  await mustBeFile(file);
  return survey;
}

interface LeftOut extends ReadCounts {
  readonly elsewhere: number;
  readonly preflights: number;
  /** Exchanges of which the recording lacks something that the proxy which wrote it has judged. */
  readonly byProxy: number;
}

function noticesOf({ origin, path }: ServiceBase, left: LeftOut): string[] {
  const counted: readonly (readonly [count: number, what: string])[] = [
    [left.elsewhere, `to other addresses than ${printableLine(origin + path)} (--base)`],
    [left.preflights, 'to ask for leave to send another (CORS preflights)'],
    [left.noExchange, 'that are no exchange with a server'],
    [left.tooLarge, 'of more than 64 MiB'],
  ];
  const leftOut = counted.flatMap(([count, what]) =>
    count === 0
      ? []
      : [`Left out: ${count.toLocaleString('en')} ${count === 1 ? 'entry' : 'entries'} ${what}.`],
  );
  if (left.byProxy === 0) return leftOut;
  const entries = `${left.byProxy.toLocaleString('en')} ${left.byProxy === 1 ? 'entry lacks' : 'entries lack'}`;
  return [...leftOut, `Taken from the recording: ${entries} a part that its proxy says it has judged.`];
}

/** The verdict about traffic that others had: the judge of single exchanges, and what of the document they met. */
class TrafficVerdict {
  private readonly judge: TrafficJudge;
  /** By id. */
  private readonly operations: ReadonlyMap<string, CoverableOperation>;
  private readonly marks = new Set<string>();

  constructor(private readonly options: TrafficJudgeOptions & Pick<DriftOptions, 'thresholds'>) {
    const { contract } = options;
    this.judge = createTrafficJudge(options);
    this.operations = new Map(
      contract.operations.map((operation) => {
        const fields = () => requestFields(contract.document, operation);
        return [operation.id, { operation, coverage: new CoverageMarker(operation.id, fields) }];
      }),
    );
  }

  /**
   * Judges one exchange and counts what it met where it was judged whole; never throws for anything that stands in it.
   *
   * @param recorded the exchange with the response that the client got
   */
  async add(exchange: TrafficExchange, recorded: TrafficExchange): Promise<TrafficJudgement> {
    const judgement = await this.judge.judge(exchange);
    const known = this.operations.get(judgement.operation ?? '');
    if (known && judgement.notJudged === null) this.cover(known.coverage, recorded);
    return judgement;
  }

  /**
   * Everything so far as the events of a run, for any report. The last is the summary: its exit code is 1 where a rule is broken,
   * else 3 where too little was met for a verdict, by the thresholds or because no operation was.
   *
   * @param notices what else a report says, such as how many entries were left out; sentences
   */
  *events(notices: readonly string[]): Generator<ConformanceEvent> {
    const operations = [...this.operations.values()];
    const coverage = coverageReport({ operations, scenarios: { list: () => [] } }, this.marks);
    const shortfalls = belowThresholds(coverage, this.options.thresholds ?? {});
    yield* this.judge.events({ shortfalls, notices: [metText(coverage), ...notices] });
  }

  private cover(marker: CoverageMarker, { request, response }: TrafficExchange): void {
    const status = 'status' in response ? response.status : undefined;
    const isWhole = marker.fields.every(({ mark }) => this.marks.has(mark));
    const body =
      isWhole || !('bytes' in request.body) ? undefined : jsonOf(decoder.decode(request.body.bytes));
    for (const mark of marker.marks({ status, scenario: undefined, body }, this.marks)) this.marks.add(mark);
  }
}

const decoder = new TextDecoder();
