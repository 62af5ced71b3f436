import { setImmediate, setTimeout } from 'node:timers/promises';
import {
  keptAtMost,
  type KeptBody,
  type NewJournalEntry,
  type WebSocketFrames,
} from '../../journal/journal-entry.js';
import { deliveryNow } from '../../journal/delivery.js';
import type { TrafficJudgement } from '../../conformance/traffic/traffic-exchange.js';
import { entryOf } from '../../mock/recording/entry-of.js';
import { recordBriefly, recordEntry, updateExchange } from '../../mock/recording/record-exchange.js';
import { checkMediaType, validateRequest } from '../../mock/stages/request-checks.js';
import type { FinishedExchange, Outcome } from '../exchange/outcome.js';
import type { ProxyExchange } from '../exchange/proxy-exchange.js';
import type { ProxyJudge } from '../judging/proxy-judge.js';
import { BodyDecoder } from '../../conformance/target/decode-body.js';
import { byName, fieldOf } from '../headers/end-to-end.js';
import { registerSecretsOf } from './register-secrets.js';

/** Exchanges that wait to be recorded, and what their bodies may take, in bytes. */
const maxWaiting = 2000;
const maxWaitingBytes = 64 * 1024 * 1024;
/** Then others have their turn; one exchange may take longer. */
const longestTurnMs = 1;

/**
 * Records exchanges behind the responses, for to judge them and to take secrets out of them takes longer than to pass them on. Where
 * they come faster than that for long, some are recorded without bodies and the fields of the response, and say that they were not judged.
 */
export class ExchangeRecorder {
  private readonly waiting: FinishedExchange[] = [];
  private waitingBytes = 0;
  private underWay: Promise<void> | undefined;
  private isAwaited = false;
  /** The share of the last pause in which the process was busy with requests, from 0 to 1. */
  private load = 1;

  /** @param isBusy whether requests come */
  constructor(
    private readonly judge: ProxyJudge,
    private readonly isBusy: () => boolean,
  ) {}

  record(proxied: ProxyExchange, outcome: Outcome): void {
    const { exchange, delivery } = proxied;
    exchange.delivery = delivery;
    exchange.answeredBy = outcome.answer ? 'target' : 'proxy';
    const { body } = proxied;
    if (!body.isWhole) body.held.letGo(body.held.notHeld ?? responseCameFirst);
    const finished = finishedOf(proxied, outcome);
    const bytes = bytesOf(finished);
    if (this.waiting.length >= maxWaiting || this.waitingBytes + bytes > maxWaitingBytes) {
      this.judge.skip(finished, tooFast);
      recordTooFast(finished);
      return;
    }
    this.waitingBytes += bytes;
    this.waiting.push(finished);
    this.underWay ??= this.work();
  }

  /** Shows in the record of an exchange what is known of its response, whose end may be far. */
  async show(proxied: ProxyExchange, outcome: Outcome): Promise<void> {
    const { context, exchange } = proxied;
    exchange.answeredBy = 'target';
    const finished = finishedOf(proxied, outcome);
    try {
      await updateExchange(context, exchange, { response: await sentByTarget(finished) });
    } catch (cause) {
      logFailure(finished, cause);
    }
  }

  /** Records an exchange whose connection became another protocol's: nothing in that can be judged. */
  async recordSwitched(proxied: ProxyExchange, outcome: Outcome, webSocket?: WebSocketFrames): Promise<void> {
    const { context, exchange, delivery } = proxied;
    exchange.delivery = delivery;
    const finished = finishedOf(proxied, outcome);
    this.judge.leave(finished, otherProtocol);
    const entry = entryFor(finished, await sentByTarget(finished), undefined);
    await recordEntry(context, exchange, { ...entry, notJudged: otherProtocol, webSocket });
  }

  /** Resolves once everything until now is recorded. */
  async settled(): Promise<void> {
    this.isAwaited = true;
    while (this.underWay) await this.underWay;
    this.isAwaited = false;
  }

  private async work(): Promise<void> {
    for (let isMore = true; isMore;) {
      await setImmediate();
      const begun = performance.now();
      while (isMore && performance.now() - begun < longestTurnMs) isMore = await this.recordNext();
      if (isMore && this.isBusy() && !this.isAwaited) await this.pause(performance.now() - begun);
    }
    this.underWay = undefined;
  }

  private async pause(took: number): Promise<void> {
    const before = performance.eventLoopUtilization();
    await setTimeout(took * pausesFor({ waiting: this.waiting.length / maxWaiting, load: this.load }));
    this.load = performance.eventLoopUtilization(before).utilization;
  }

  /** @returns whether there was one */
  private async recordNext(): Promise<boolean> {
    const next = this.waiting.shift();
    if (!next) return false;
    this.waitingBytes -= bytesOf(next);
    await this.finish(next);
    return true;
  }

  private async finish(finished: FinishedExchange): Promise<void> {
    const { context, exchange } = finished;
    try {
      // The target may have found the problems of the request or not.
      if (finished.body.notHeld === undefined && !checkMediaType(exchange)) await validateRequest(exchange);
      const judgement = await this.judge.add(finished);
      if (judgement?.notJudged === null) exchange.metStatus = finished.outcome.answer?.status ?? null;
      const sent = await sentByTarget(finished);
      await recordEntry(context, exchange, entryFor(finished, sent, judgement));
    } catch (cause) {
      logFailure(finished, cause);
    }
  }
}

/**
 * The pause behind a turn of recording while there is traffic, in turns: recording takes a twentieth of the time. Where requests take
 * less than a quarter it takes a quarter once exchanges pile up, for what is not recorded in time is not judged.
 *
 * @param waiting exchanges, as a share of the most that may wait
 * @param load the share of the time that requests take
 */
export function pausesFor({ waiting, load }: { waiting: number; load: number }): number {
  return waiting > 0.1 && load < 0.25 ? 3 : 19;
}

/** An exchange as it is now. Its secrets are registered, for what is behind it may be logged before it is recorded. */
function finishedOf(
  { context, exchange, fields, body, responseBody, delivery }: ProxyExchange,
  outcome: Outcome,
): FinishedExchange {
  const finished = {
    ...{ context, exchange, fields, body: body.held, responseBody, outcome },
    delivery: deliveryNow(delivery),
    durationMs: performance.now() - exchange.request.elapsed,
  };
  registerSecretsOf(finished);
  return finished;
}

function recordTooFast(finished: FinishedExchange): void {
  const { context, exchange, body, responseBody, outcome, durationMs, delivery } = finished;
  const { answer, changed } = outcome;
  const { status = 0 } = changed ?? answer ?? {};
  const responseSize = changed?.body.length ?? responseBody.size;
  const brief = { status, requestSize: body.size, responseSize, durationMs, delivery, notJudged: tooFast };
  recordBriefly(context, exchange, brief)?.catch((cause: unknown) => {
    logFailure(finished, cause);
  });
}

function logFailure({ context, exchange }: FinishedExchange, cause: unknown): void {
  context.log(`Failed to record ${exchange.method} ${exchange.path}: ${String(cause)}`);
}

const noBody: KeptBody = { bytes: new Uint8Array(0), size: 0 };
/** The reason why nothing on a connection is judged that is no HTTP any more. */
export const otherProtocol = 'its connection was handed over to another protocol';
const responseCameFirst = 'the response came before the whole body of the request';
const tooFast = 'exchanges came faster than they could be judged';

function bytesOf({ body, responseBody, outcome: { changed } }: FinishedExchange): number {
  return body.held + responseBody.held + (changed?.body.length ?? 0);
}

function entryFor(
  { exchange, body, outcome: { isLeft }, durationMs, delivery }: FinishedExchange,
  sent: NewJournalEntry['response'],
  judgement: TrafficJudgement | undefined,
): NewJournalEntry {
  const entry = entryOf(exchange, sent, delivery);
  const { beginning, size } = body;
  const kept = size === entry.request.body.size ? entry.request.body : { bytes: beginning, size };
  const notJudged = isLeft ? 'the client went away before the end of the response' : judgement?.notJudged;
  return {
    ...entry,
    durationMs,
    request: { ...entry.request, body: kept },
    findings: judgement?.findings,
    notJudged: notJudged ?? undefined,
    mapped: exchange.mapped.length > 0 ? exchange.mapped : undefined,
  };
}

/** Makes the journal's form of a response that came from the target: what the client got, decompressed. */
async function sentByTarget(finished: FinishedExchange): Promise<NewJournalEntry['response']> {
  const { exchange, responseBody, outcome } = finished;
  const { answer, changed } = outcome;
  const { status, fields = outcome.fields ?? [] } = changed ?? { status: answer?.status ?? 0 };
  const length = fieldOf(fields, 'content-length');
  const bytes = changed?.body ?? responseBody.beginning;
  const size = changed?.body.length ?? responseBody.size;
  const encoding = changed?.broken ? undefined : fieldOf(fields, 'content-encoding');
  return {
    status,
    headers: keptFields(fields),
    body: exchange.method === 'HEAD' ? noBody : await keptBody(bytes, size, encoding),
    contentLength: length === undefined ? undefined : Number(length),
    quota: undefined,
    broken: changed?.broken,
    fromTarget: true,
  };
}

const decoder = new BodyDecoder();

async function keptBody(bytes: Buffer | Uint8Array, size: number, encoding?: string): Promise<KeptBody> {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (encoding === undefined || size !== whole.length) return kept(whole, size);
  const { body, problem, notRead } = await decoder.decode(whole, encoding);
  return problem === undefined && notRead === undefined ? kept(body, body.length) : kept(whole, size);
}

function kept(bytes: Buffer, size: number): KeptBody {
  return { bytes: bytes.subarray(0, keptAtMost), size };
}

/** Several lines of a field are one value of several lines; no cookie may be used by whoever reads a journal. */
export function keptFields(fields: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    byName(fields).map(([name, values]) => {
      const shown = /^set-cookie$/i.test(name) ? values.map(withoutCookie) : values;
      return [name, shown.join('\n')];
    }),
  );
}

function withoutCookie(value: string): string {
  return value.replace(/^([^=;]*=)[^;]*/, '$1***');
}
