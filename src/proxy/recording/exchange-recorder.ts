import type { NewJournalEntry } from '../../journal/journal-entry.js';
import { entryOf, recordEntry } from '../../mock/recording/record-exchange.js';
import { checkMediaType, validateRequest } from '../../mock/stages/request-checks.js';
import type { Outcome } from '../exchange/outcome.js';
import type { Visit } from '../exchange/visit.js';
import { sentByTarget } from './sent-by-target.js';

/** What bodies of exchanges that wait to be recorded may take, in bytes. */
const maxWaiting = 64 * 1024 * 1024;

/** An exchange that is over. */
interface Finished {
  readonly visit: Visit;
  readonly outcome: Outcome;
}

/**
 * Records exchanges behind the responses, one in a turn of the event loop: to read their bodies and take secrets out of them takes
 * longer than to pass them on. Where they come faster than that for long, bodies are let go of, and the entry says so.
 */
export class ExchangeRecorder {
  private readonly waiting: Finished[] = [];
  private waitingBytes = 0;
  private underWay: Promise<void> | undefined;

  record(visit: Visit, outcome: Outcome): void {
    const bytes = bytesOf(visit, outcome);
    if (this.waitingBytes + bytes > maxWaiting) {
      const why = 'exchanges came faster than they could be judged';
      visit.body.held.letGo(why);
      outcome.answer?.body.letGo(why);
    }
    this.waitingBytes += bytesOf(visit, outcome);
    this.waiting.push({ visit, outcome });
    this.underWay ??= this.work();
  }

  /** Resolves once everything until now is recorded. */
  async settled(): Promise<void> {
    while (this.underWay) await this.underWay;
  }

  private async work(): Promise<void> {
    for (let next = this.waiting.at(0); next; next = this.waiting.at(0)) {
      await new Promise((resolve) => setImmediate(resolve));
      this.waiting.shift();
      this.waitingBytes -= bytesOf(next.visit, next.outcome);
      await this.finish(next);
    }
    this.underWay = undefined;
  }

  private async finish({ visit, outcome }: Finished): Promise<void> {
    const { context, exchange } = visit;
    try {
      await judgeRequest(visit);
      const sent = await sentByTarget(visit, outcome);
      await recordEntry(context, exchange, entryFor(visit, outcome, sent));
    } catch (cause) {
      context.log(`Failed to record ${exchange.method} ${exchange.path}: ${String(cause)}`);
    }
  }
}

function bytesOf({ body }: Visit, { answer, changed }: Outcome): number {
  return body.held.beginning.length + (answer?.body.beginning.length ?? 0) + (changed?.body.length ?? 0);
}

/** Finds the problems of a request, which the target may have found or not. */
async function judgeRequest({ exchange, body }: Visit): Promise<void> {
  if (body.held.notHeld === undefined && !checkMediaType(exchange)) await validateRequest(exchange);
}

function entryFor(
  { exchange, body }: Visit,
  { notJudged, durationMs }: Outcome,
  sent: NewJournalEntry['response'],
): NewJournalEntry {
  const entry = entryOf(exchange, sent);
  const { beginning, size } = body.held;
  const kept = size === entry.request.body.size ? entry.request.body : { bytes: beginning, size };
  return { ...entry, durationMs, request: { ...entry.request, body: kept }, notJudged };
}
