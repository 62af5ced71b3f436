import { plural } from '../../counting.js';
import type { RunOptions } from '../options.js';

/** A part of what is left that one rule may send, where others follow. */
const maxShare = 1 / 3;
/** Rules that are named. */
const maxNamed = 5;

/** The requests that one rule may send. */
export interface ProbeShare {
  /** Counts a request; false where the rule has sent as much as it may. */
  take(): boolean;
}

/** The requests of rules that send what depends on earlier responses: together no more than the cases of a plan. */
export class ProbeBudget {
  private readonly spent: string[] = [];

  constructor(private left: number) {}

  /** What one rule may send. @param rules how many rules are still to come, itself among them */
  shareOf(rules: number, ruleId: string): ProbeShare {
    let share = Math.ceil(this.left * Math.max(1 / rules, maxShare));
    return {
      take: () => {
        if (share <= 0) {
          if (this.spent.at(-1) !== ruleId) this.spent.push(ruleId);
          return false;
        }
        share -= 1;
        this.left -= 1;
        return true;
      },
    };
  }

  /** The rules that would have sent more, one sentence; undefined where there are none. */
  notice({ nameOption }: Pick<RunOptions, 'nameOption'>): string | undefined {
    if (this.spent.length === 0) return undefined;
    const names = [...this.spent.slice(0, maxNamed), ...(this.spent.length > maxNamed ? ['…'] : [])].join(
      ', ',
    );
    return `${plural(this.spent.length, 'rule')} would have sent more than ${nameOption('budget')} lets the rules send that follow responses: ${names}.`;
  }
}
