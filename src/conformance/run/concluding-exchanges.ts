import { headerBytes, type EvidenceBudget } from '../evidence/evidence-budget.js';
import { appliesToExchange } from '../rules/applies-to.js';
import type { LoadedRule } from '../rules/rule.js';
import { completed, type CompletedExchange, type Exchange } from '../target/exchange.js';
import { parsedBytes } from '../target/json-body.js';

/** Exchanges at most. */
const maxExchanges = 10_000;

/** The exchanges that are kept for rules which conclude from several; past the budget without headers and bodies. */
export class ConcludingExchanges {
  /** The budget counts their bodies as they are once a rule has parsed them, which is done once for all rules. */
  private readonly kept: CompletedExchange[] = [];
  private readonly rules: readonly LoadedRule[];

  constructor(
    rules: readonly LoadedRule[],
    private readonly budget: EvidenceBudget,
  ) {
    this.rules = rules.filter((rule) => rule.conclude !== undefined);
  }

  add(exchange: Exchange): void {
    if (this.kept.length >= maxExchanges || exchange.outcome.kind === 'no response') return;
    if (!this.rules.some((rule) => appliesToExchange(rule, exchange))) return;
    const { outcome } = exchange;
    const fits = this.budget.take(parsedBytes(outcome.body) + headerBytes(outcome));
    const part = fits
      ? // A part of a buffer would keep the whole.
        { body: Buffer.from(outcome.body) }
      : { body: Buffer.alloc(0), headers: [], notRead: 'too many large bodies came in this run' };
    const kept = completed({ ...exchange, outcome: { ...outcome, ...part } });
    if (kept) this.kept.push(kept);
  }

  /** Those in the scope of a rule. */
  of(rule: LoadedRule): CompletedExchange[] {
    return this.kept.filter((exchange) => appliesToExchange(rule, exchange));
  }
}
