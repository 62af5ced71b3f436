import type { OperationResult } from '../../events.js';
import type { Verdict } from '../../level.js';
import { printableName } from '../../printable.js';

/** Cases that are counted again once their causes are known. */
const maxRecounted = 5000;

type Counts = { -readonly [Name in keyof Omit<OperationResult, 'operation'>]: number };

/** Counts the cases of each operation by their verdicts. */
export class OperationCounts {
  private readonly counts = new Map<string, Counts>();
  /** Operation and verdict of the cases that did not fail. */
  private readonly others = new Map<string, { readonly operation: string; readonly verdict: Verdict }>();

  /** Counts a case. @param operation undefined outside of every operation */
  count(id: string, operation: string | undefined, verdict: Verdict): void {
    const name = operation ?? '(no operation)';
    this.add(name, verdict, 1, 1);
    if (verdict !== 'FAIL' && verdict !== 'SKIP' && this.others.size < maxRecounted)
      this.others.set(id, { operation: name, verdict });
  }

  /** Counts a case as the cause in which it stands. */
  recount(id: string, verdict: 'FAIL' | 'WARN'): void {
    const other = this.others.get(id);
    if (other === undefined || other.verdict === verdict) return;
    this.add(other.operation, other.verdict, -1);
    this.add(other.operation, verdict, 1);
    if (verdict === 'FAIL') this.others.delete(id);
    else this.others.set(id, { ...other, verdict });
  }

  /** @param order operation ids; the order in which responses came must not show in a report */
  results(order: readonly string[]): OperationResult[] {
    const rank = (operation: string): number => {
      const index = order.indexOf(operation);
      return index === -1 ? order.length : index;
    };
    return [...this.counts]
      .sort(([a], [b]) => rank(a) - rank(b))
      .map(([operation, counts]) => ({ operation: printableName(operation), ...counts }));
  }

  private add(operation: string, verdict: Verdict, number: number, cases = 0): void {
    const counts = this.counts.get(operation) ?? { cases: 0, failed: 0, warned: 0, skipped: 0 };
    counts.cases += cases;
    if (verdict === 'FAIL') counts.failed += number;
    if (verdict === 'WARN') counts.warned += number;
    if (verdict === 'SKIP') counts.skipped += number;
    this.counts.set(operation, counts);
  }
}
