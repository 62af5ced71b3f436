import type { Case } from '../cases/case.js';
import type { Exchange, Outcome } from './exchange.js';
import type { RequestParts } from '../cases/request.js';
import type { TargetClient } from './target-client.js';
import type { Pacing } from './pacing.js';

/** A case that was not sent, or had no answer of its own, and why. */
export interface Unsent {
  readonly kind: 'unsent';
  readonly reason: string;
}

/** Refusals in a row after which a case is given up. */
const maxRefusals = 6;

/** Sends cases politely, and leaves an operation alone that gives no answers. */
export class Sender {
  private readonly silences = new Map<string, number>();

  constructor(
    private readonly client: TargetClient,
    private readonly pacing: Pacing,
    /** Told of every 429 that was met on the way. */
    private readonly onRefusal: (exchange: Exchange) => void,
  ) {}

  async send(item: Case, request: RequestParts = item.request): Promise<Exchange | Unsent> {
    for (let refusals = 0; ; refusals += 1) {
      if (this.isSilent(item)) return unsent('this operation gave no answer three times and was left alone');
      if (this.pacing.isRefusedForGood)
        return unsent('the target answered 429 after every wait that it had named');
      if (this.pacing.isHopeless) return unsent('the target answered 429 to everything and named no wait');
      if (!(await this.pacing.turn()))
        return unsent('the time of the run was over, or the wait that a 429 named beyond it');
      if (this.isSilent(item)) continue;
      const sentAt = this.pacing.now();
      const outcome = await this.client.send(request);
      const exchange: Exchange = { case: item, request, outcome };
      this.countSilence(item, outcome);
      if (outcome.kind === 'no answer' || outcome.status !== 429) {
        this.pacing.accepted();
        return exchange;
      }
      this.pacing.refused(outcome, sentAt);
      this.onRefusal(exchange);
      if (refusals >= maxRefusals)
        return unsent(`answered 429 ${maxRefusals + 1} times, each after the wait that it named`);
    }
  }

  /** Sends at once; a 429 comes back like any answer. */
  async sendUnpaced(item: Case): Promise<Exchange> {
    return { case: item, request: item.request, outcome: await this.client.send(item.request) };
  }

  private isSilent(item: Case): boolean {
    return (this.silences.get(keyOf(item)) ?? 0) >= 3;
  }

  /** A closed connection costs nothing and counts less than a wait until the time is out. */
  private countSilence(item: Case, outcome: Outcome): void {
    if (outcome.kind === 'answer') return;
    const weight = outcome.code === 'TIMEOUT' ? 1 : 0.1;
    this.silences.set(keyOf(item), (this.silences.get(keyOf(item)) ?? 0) + weight);
  }
}

function keyOf(item: Case): string {
  return item.operation?.id ?? item.request.path;
}

function unsent(reason: string): Unsent {
  return { kind: 'unsent', reason };
}
