/** The outcome of a case or of a rule, in the order of lists. */
export const outcomes = [
  { name: 'failed', verdict: 'FAIL', label: 'failed', tone: 'bad' },
  { name: 'warned', verdict: 'WARN', label: 'warned', tone: 'warn' },
  { name: 'passed', verdict: 'PASS', label: 'passed', tone: 'good' },
  { name: 'notJudged', verdict: undefined, label: 'not judged', tone: '' },
] as const;

export type Outcome = (typeof outcomes)[number];

export function outcomeOf(verdict: string): Outcome {
  return outcomes.find((one) => one.verdict === verdict) ?? outcomes[3];
}
