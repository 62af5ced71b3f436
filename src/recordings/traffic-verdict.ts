/**
 * The verdict about traffic that others had: the judge of single exchanges, what of the document they met, and thresholds of
 * that. `drydock drift` gives it recordings, `drydock proxy` what passes.
 */
import type { ConformanceEvent, SummaryEvent } from '../conformance/events.js';
import type { TrafficJudgement } from '../conformance/traffic/traffic-judgement.js';
import { createTrafficJudge } from '../conformance/traffic/traffic-judge.js';
import type { TrafficJudge, TrafficJudgeOptions } from '../conformance/traffic/traffic-judge.js';
import type { TrafficExchange } from '../conformance/traffic/traffic-exchange.js';
import { requestFields } from '../contract/schema/request-fields.js';
import { CoverageMarker } from '../journal/coverage/coverage-marks.js';
import { coverageReport } from '../journal/coverage/coverage-report.js';
import type { CoverageReport } from '../journal/coverage/coverage-report.js';
import { metText } from '../journal/coverage/coverage-text.js';
import { belowThresholds } from '../journal/coverage/coverage-thresholds.js';
import type { CoverageThresholds } from '../journal/coverage/coverage-thresholds.js';

export interface TrafficVerdictOptions extends TrafficJudgeOptions {
  readonly thresholds?: CoverageThresholds | undefined;
}

export class TrafficVerdict {
  private readonly judge: TrafficJudge;
  private readonly markers: ReadonlyMap<string, CoverageMarker>;
  private readonly marks = new Set<string>();

  constructor(private readonly options: TrafficVerdictOptions) {
    const { contract } = options;
    this.judge = createTrafficJudge(options);
    this.markers = new Map(
      contract.operations.map((operation) => [
        operation.id,
        new CoverageMarker(operation.id, () => requestFields(contract.document, operation)),
      ]),
    );
  }

  /** Judges one exchange and counts what it met; never throws for anything that stands in it. */
  async add(exchange: TrafficExchange): Promise<TrafficJudgement> {
    const judgement = await this.judge.judge(exchange);
    const marker = this.markers.get(judgement.operation ?? '');
    if (marker) this.cover(marker, exchange);
    return judgement;
  }

  /** Returns the part of the document that was met so far. */
  coverage(): CoverageReport {
    const operations = this.options.contract.operations.flatMap((operation) => {
      const coverage = this.markers.get(operation.id);
      return coverage ? [{ operation, coverage }] : [];
    });
    return coverageReport({ operations, scenarios: { list: () => [] } }, this.marks);
  }

  /**
   * Everything so far as the events of a run, for any report. The last is the summary: its exit code is 1 where a rule is broken,
   * else 3 where too little was met for a verdict, by the thresholds or because no operation was.
   *
   * @param notices what else a report says, such as how many entries were left out; sentences
   */
  *events(notices: readonly string[] = []): Generator<ConformanceEvent> {
    const coverage = this.coverage();
    const shortfalls = belowThresholds(coverage, this.options.thresholds ?? {});
    yield* this.judge.events({ shortfalls, notices: [metText(coverage), ...notices] });
  }

  /** The summary alone. */
  summary(): SummaryEvent | undefined {
    for (const event of this.events()) if (event.type === 'summary') return event;
    return undefined;
  }

  private cover(marker: CoverageMarker, { request, response }: TrafficExchange): void {
    const status = 'status' in response ? response.status : undefined;
    const isWhole = marker.fields.every(({ mark }) => this.marks.has(mark));
    const body = isWhole || !('bytes' in request.body) ? undefined : jsonOf(request.body.bytes);
    for (const mark of marker.marks({ status, scenario: undefined, body }, this.marks)) this.marks.add(mark);
  }
}

const decoder = new TextDecoder();

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    return undefined;
  }
}
