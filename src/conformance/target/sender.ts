import type { Case } from '../cases/case.js';
import type { RequestParts } from '../cases/request.js';
import { ConcurrencyLimit } from './concurrency-limit.js';
import { abandoned, isServed, statusOf, type Exchange, type Outcome } from './exchange.js';
import type { Pacing } from './pacing.js';
import type { TargetClient } from './target-client.js';

/** A case that was not sent, or never got a response of its own, and why. */
export interface Unsent {
  readonly kind: 'unsent';
  readonly reason: string;
}

/** Statuses that tell of a condition on what there is: it is false (RFC 9110), or missing (RFC 6585). */
const ofConditions: readonly number[] = [412, 428];
/** Statuses that tell of what there is: also a conflict with it. */
const ofThings: readonly number[] = [409, ...ofConditions];

/** A target's things, as far as requests depend on them. */
export interface Things {
  /** The request with the ids of existing things. */
  prepared(item: Case, request: RequestParts): RequestParts;
  /** Notes what was made or removed. */
  take(exchange: Exchange): void;
  /** The request that follows one of the statuses `ofThings`; undefined where nothing in it can be another. */
  afterRefusal(exchange: Exchange): Promise<RequestParts | undefined>;
}

/** Requests at most that follow one of them. */
const maxRetries = 2;
/** A case that was answered 429 more often than this is given up. */
const maxRateLimited = 6;
/** An operation is left alone after so many requests without a response. */
const maxSilence = 3;
const leftAlone = 'this operation gave no response three times and was left alone';

/** Sends cases politely, and leaves operations alone that don't respond. */
export class Sender {
  private readonly silence = new Map<string, number>();
  private readonly limit = new ConcurrencyLimit();
  /** Number of requests that went out and may have written. */
  written = 0;

  /**
   * @param onRateLimited receives every 429 that was met before the response proper
   * @param things what the target has, which requests name
   */
  constructor(
    private readonly client: TargetClient,
    private readonly pacing: Pacing,
    private readonly onRateLimited: (exchange: Exchange) => void,
    private readonly things?: Things,
  ) {}

  /**
   * Sends a case, again after each 429, when the pacing allows, and with other values after a 409.
   *
   * @param alone on a connection of its own
   */
  send(item: Case, request: RequestParts = item.request, alone = false): Promise<Exchange | Unsent> {
    return this.besideConflicts(item, request, (one) => this.sendUntilServed(item, one, alone));
  }

  /** Sends at once; a 429 is returned like any response. */
  sendUnpaced(item: Case): Promise<Exchange> {
    return this.besideConflicts(item, item.request, (one) => this.sendOnce(item, one));
  }

  /** The first response is the answer where the target rejects the other values of a valid request. */
  private async besideConflicts<Sent extends Exchange | Unsent>(
    item: Case,
    request: RequestParts,
    send: (request: RequestParts) => Promise<Sent>,
  ): Promise<Sent> {
    const first = await send(this.things?.prepared(item, request) ?? request);
    if ('kind' in first) return first;
    this.things?.take(first);
    let last: Exclude<Sent, Unsent> = first as Exclude<Sent, Unsent>;
    // Behind its condition a request may have another conflict.
    for (let retries = 0; retries < maxRetries && ofThings.includes(statusOf(last)); retries += 1) {
      const other = item.repeats ? undefined : await this.things?.afterRefusal(last);
      if (other === undefined) break;
      const next = await send(other);
      if ('kind' in next) return next;
      this.things?.take(next);
      last = next as Exclude<Sent, Unsent>;
      if (!ofConditions.includes(statusOf(first))) break;
    }
    const isJudged = item.problems.length > 0 || item.parameter !== undefined;
    return isJudged || isServed(last) ? last : first;
  }

  private async sendUntilServed(
    item: Case,
    request: RequestParts,
    alone: boolean,
  ): Promise<Exchange | Unsent> {
    for (let rateLimited = 0; ;) {
      await this.limit.claim();
      try {
        const sent = await this.sendInTurn(item, request, alone);
        if ('kind' in sent || statusOf(sent) !== 429) return sent;
        rateLimited += 1;
        if (rateLimited > maxRateLimited)
          return unsent(`answered 429 ${rateLimited} times, each after the wait that it named`);
      } finally {
        this.limit.release();
      }
    }
  }

  /** Sends a case once, when its turn comes. */
  private async sendInTurn(item: Case, request: RequestParts, alone: boolean): Promise<Exchange | Unsent> {
    if (this.isSilent(item)) return unsent(leftAlone);
    if (this.pacing.isRateLimitedForGood)
      return unsent('the target answered 429 after every wait that it had named');
    if (this.pacing.isHopeless) return unsent('the target answered 429 to everything and named no wait');
    if (!(await this.pacing.turn())) return unsent(this.whyNoTurn());
    // Other requests may have met silence during the wait.
    if (this.isSilent(item)) return unsent(leftAlone);
    const sentAt = this.pacing.now();
    if (item.writes) this.written += 1;
    const outcome = await this.client.send(request, !item.writes, item.id, alone);
    if (outcome.kind === 'no response' && outcome.code === abandoned) return unsent(outcome.reason);
    const exchange: Exchange = { case: item, request, outcome };
    this.countSilence(item, outcome);
    if (outcome.kind === 'no response' || outcome.status !== 429) this.pacing.served();
    else {
      const namedNoWait = this.pacing.rateLimited(outcome, sentAt);
      // The target may refuse what is under way together, however long it is left in peace.
      if (namedNoWait) this.limit.halve();
      this.onRateLimited(exchange);
    }
    return exchange;
  }

  private whyNoTurn(): string {
    const { remainingMs, requestedMs } = this.pacing;
    return remainingMs > 0 && requestedMs >= remainingMs
      ? 'the wait that a 429 named would have outlasted the run'
      : 'the run ran out of time';
  }

  private async sendOnce(item: Case, request: RequestParts): Promise<Exchange> {
    if (item.writes) this.written += 1;
    const outcome = await this.client.send(request, !item.writes, item.id);
    return { case: item, request, outcome };
  }

  private isSilent(item: Case): boolean {
    return (this.silence.get(keyOf(item)) ?? 0) >= maxSilence;
  }

  /** A closed connection costs no time, so it counts less than a time-out. */
  private countSilence(item: Case, outcome: Outcome): void {
    if (outcome.kind === 'response') return;
    const weight = outcome.code === 'TIMEOUT' || outcome.notJudged ? 1 : 0.1;
    this.silence.set(keyOf(item), (this.silence.get(keyOf(item)) ?? 0) + weight);
  }
}

function keyOf(item: Case): string {
  return item.operation?.id ?? item.request.path;
}

function unsent(reason: string): Unsent {
  return { kind: 'unsent', reason };
}
