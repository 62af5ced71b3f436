import { percentDecoded } from '../cases/request.js';
import { followUpsOf, hasFollowUps, type FollowUp } from '../cases/things/follow-ups.js';
import { mayWrite } from '../cases/writes.js';
import type { StatedContract } from '../document/stated-contract.js';
import { completed, type CompletedExchange, type Exchange, type Outcome } from '../target/exchange.js';
import { NotJudgedError } from '../target/not-judged-error.js';
import { keptExchange } from './evidence-budget.js';

/** Exchanges that are remembered, things of which it is known what made them, and characters of such a thing's path: a target chooses its id. */
const limits = { exchanges: 500, things: 2000, pathLength: 1000 };

/**
 * What a run has sent about each thing, so that a finding which depends on earlier requests is shown with them: from the request
 * that made the thing to the last change before it.
 */
export class ThingHistory {
  /** What made a thing, by the path of the thing. */
  private readonly makers = new Map<string, Remembered>();
  private readonly log: Remembered[] = [];
  /** Numbers in the order of sending, by the outcome, which every form of an exchange has in common. */
  private readonly numbers = new WeakMap<Outcome, number>();
  private count = 0;

  constructor(private readonly stated: StatedContract) {}

  add(exchange: Exchange): void {
    const whole = completed(exchange);
    if (whole === undefined) return;
    this.count += 1;
    this.numbers.set(exchange.outcome, this.count);
    const remembered = { number: this.count, path: pathOf(exchange), exchange: keptExchange(exchange) };
    this.log.push(remembered);
    if (this.log.length > limits.exchanges) this.log.shift();
    for (const path of this.madeBy(whole)) this.makers.set(path, remembered);
    for (const oldest of this.makers.keys()) {
      if (this.makers.size <= limits.things) break;
      this.makers.delete(oldest);
    }
  }

  /**
   * The exchanges that lead to one, in the order of sending: those that made what its path names; of a read also the later changes of
   * that and its state before them, of a write its removal.
   *
   * @param others further ones that it is compared with
   */
  before(exchange: CompletedExchange, others: readonly Exchange[] = []): Exchange[] {
    const story = this.story(exchange, this.numberOf(exchange));
    const known = new Set(story.map(({ number }) => number));
    const further = others
      .map((other) => ({ number: this.numberOf(other), exchange: other }))
      .filter(({ number }) => !known.has(number));
    return [...story, ...further].sort((a, b) => a.number - b.number).map((one) => one.exchange);
  }

  private story(exchange: CompletedExchange, end: number): Remembered[] {
    const path = pathOf(exchange);
    if (path.length > limits.pathLength) return [];
    const segments = path.split('/');
    const made = segments.flatMap((_, index) => {
      const address = segments.slice(0, index + 1).join('/');
      const maker = this.makers.get(address);
      return maker !== undefined && maker.number < end ? [{ address, maker }] : [];
    });
    const last = made.at(-1);
    if (last === undefined) return [];
    const since = this.log.filter(({ number }) => number > last.maker.number && number < end);
    const isRead = !mayWrite(exchange.request, exchange.operation);
    const changes = since.filter(
      (one) =>
        isSuccessfulWrite(one.exchange) &&
        (isRead || one.exchange.request.method === 'DELETE') &&
        (one.path.startsWith(`${last.address}/`) || made.some(({ address }) => address === one.path)),
    );
    const lastChange = changes.at(-1)?.number ?? 0;
    const state = since.findLast(
      (one) =>
        one.number < lastChange &&
        isSuccess(one.exchange) &&
        one.exchange.request.method === 'GET' &&
        one.exchange.request.path === exchange.request.path,
    );
    return [...made.map(({ maker }) => maker), ...changes, ...(state === undefined ? [] : [state])];
  }

  private madeBy(exchange: CompletedExchange): string[] {
    const { operation, response } = exchange;
    if (operation === undefined || response.status >= 300 || !hasFollowUps(this.stated, operation)) return [];
    try {
      return followUpsOf(this.stated, exchange)
        .map(addressOf)
        .filter(({ length }) => length <= limits.pathLength);
    } catch (error) {
      if (error instanceof NotJudgedError) return [];
      throw error;
    }
  }

  /** An exchange that is not remembered counts as sent last. */
  private numberOf({ outcome }: Exchange): number {
    return this.numbers.get(outcome) ?? Number.MAX_SAFE_INTEGER;
  }
}

interface Remembered {
  readonly number: number;
  readonly path: string;
  readonly exchange: Exchange;
}

function pathOf({ request }: Exchange): string {
  return percentDecoded(request.path.split('?', 1)[0] ?? '');
}

/** The path of a thing, not encoded. */
function addressOf({ operation, values }: FollowUp): string {
  return operation.path.replace(/\{([^{}]+)\}/g, (_, name: string) => String(values[name]));
}

function isSuccess({ outcome }: Exchange): boolean {
  return outcome.kind === 'response' && outcome.status < 300;
}

function isSuccessfulWrite(exchange: Exchange): boolean {
  return isSuccess(exchange) && mayWrite(exchange.request, exchange.case.operation);
}
