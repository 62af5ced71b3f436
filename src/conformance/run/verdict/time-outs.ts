import { plural } from '../../counting.js';
import { abandoned, isTimeOut, type Exchange } from '../../target/exchange.js';
import type { Sender } from '../../target/sender.js';
import type { RunOptions } from '../options.js';

/** The exchanges of a run that timed out: of a busy target, until the same request times out where nothing else is under way. */
export class TimeOuts {
  private readonly met: Exchange[] = [];
  /** Number of requests that got a response when they were sent again. */
  private late = 0;

  /** Keeps an exchange that timed out. @returns whether it did */
  take(exchange: Exchange): boolean {
    const timedOut = isTimeOut(exchange);
    if (timedOut) this.met.push(exchange);
    return timedOut;
  }

  /**
   * Sends each kept request again, alone, until one of its operation times out once more.
   *
   * @returns the exchanges to be judged
   */
  async *sentAgain(sender: Sender, isOver: () => boolean): AsyncGenerator<Exchange> {
    const silent = new Set<string>();
    for (const exchange of this.met) {
      const { case: item } = exchange;
      const operation = item.operation?.id ?? item.request.path;
      if (silent.has(operation)) yield exchange;
      else if (isOver()) yield notJudged(exchange);
      else {
        const again = await sender.sendUnpaced(item);
        const isCut = isCutOff(again);
        if (isTimeOut(again)) silent.add(operation);
        else if (!isCut) this.late += 1;
        yield isCut ? notJudged(exchange) : again;
      }
    }
  }

  /** Why the target can't be judged by what it answers in time; undefined where it was in time. */
  whyLate({ nameOption, timeoutMs }: Pick<RunOptions, 'nameOption' | 'timeoutMs'>): string | undefined {
    if (this.late === 0) return undefined;
    return `The target is busy or slow: ${plural(this.late, 'request')} had no response within ${timeoutMs / 1000} s, and got one when sent again alone. Send fewer at once (${nameOption('concurrency')}) or wait longer (${nameOption('timeoutMs')}).`;
  }
}

/** The run ended before the request was served again, or its quota did. */
function isCutOff({ outcome }: Exchange): boolean {
  return outcome.kind === 'response' ? outcome.status === 429 : outcome.code === abandoned;
}

function notJudged(exchange: Exchange): Exchange {
  const { outcome } = exchange;
  return outcome.kind === 'response' ? exchange : { ...exchange, outcome: { ...outcome, notJudged: true } };
}
